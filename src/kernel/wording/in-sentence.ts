/** A label within a sentence: only abbreviations and names of languages keep their capitals. */
export const inSentence = (
  label: string,
): string => (/^(?!Chinese|English)\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)

/** The plural of an English name, by its last word: "Expense claims", "Sales price entries". A name that ends in "s" stays. */
export const pluralOf = (name: string): string =>
  name.endsWith('s') ? name : /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(?:x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
