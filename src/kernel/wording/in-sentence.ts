/** A label for use within a sentence: lower case, except for abbreviations and names of languages. */
export const inSentence = (
  label: string,
): string => (/^(?!Chinese|English)\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)

/** The English plural of a name, by its last word: "Expense claims", "Sales price entries". A name ending in "s" is unchanged. */
export const pluralOf = (name: string): string =>
  name.endsWith('s') ? name : /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(?:x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
