/** Length in code points: a Chinese character, or an emoji of one code point, counts as 1. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Whether a text contains control characters, lone surrogates or NUL; the last two cannot be stored. */
export const hasForbidden = (text: string, multiline: boolean): boolean => (multiline ? forbiddenInLines : forbidden).test(text)

/** Returns whether a text has no visible character: only white space and default-ignorables, such as a zero-width space. */
export const isBlank = (text: string): boolean => !/[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)

// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f]|\p{Surrogate}/u
// eslint-disable-next-line no-control-regex
const forbiddenInLines = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u
