/** A label within a sentence: only abbreviations and names of languages keep their capitals. */
export const inSentence = (
  label: string,
): string => (/^(?!Chinese|English)\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)
