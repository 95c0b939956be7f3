/** A label within a sentence: only abbreviations keep their capitals. */
export const inSentence = (label: string): string => (/^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)
