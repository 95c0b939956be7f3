/** Length as people count it: a Chinese character, or an emoji of one code point, is 1. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Halves of a surrogate pair and NUL cannot be stored; the other control characters have no place in a value. */
export const hasForbidden = (text: string, multiline: boolean): boolean => (multiline ? forbiddenInLines : forbidden).test(text)

/** Returns whether nothing of a text can be seen: white space and characters without a shape, such as a zero-width space. */
export const isBlank = (text: string): boolean => !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f]|\p{Surrogate}/u
// eslint-disable-next-line no-control-regex
const forbiddenInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u
