/** Signs that people put between two codes; a blank or a new line does the same. */
const separators = /[,，、;；﹐､\s]+/u

/** A code with full-width characters as their plain ones, without characters that cannot be seen. */
const plainOf = (text: string): string => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').normalize('NFKC').trim()

/**
 * The codes in a text that a person typed or copied: `26322000000000100091，２６３２２０００`. One after another, repeats included; none
 * for what is no text. Every reader of a field with several codes takes them from here.
 */
export const codesIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split(separators).map(plainOf).filter(Boolean) : []

interface CodePattern {
  readonly expression: RegExp
  /** The pattern names a comma, so that it takes several codes. */
  readonly isList: boolean
}

const compiled = new Map<string, CodePattern>()

function patternOf(pattern: string): CodePattern {
  const known = compiled.get(pattern) ??
    { expression: new RegExp(pattern, 'u'), isList: pattern.replaceAll(/\{[^}]*\}/g, '').includes(',') }
  compiled.set(pattern, known)
  return known
}

/**
 * A typed text of a field with a pattern as that pattern takes it: with plain characters for full-width ones, and commas between several
 * codes. The text itself where it matches, or where no other spelling of it does.
 */
export function typedCode(text: string, pattern: string): string {
  const { expression, isList } = patternOf(pattern)
  return [text, plainOf(text), ...(isList ? [codesIn(text).join(',')] : [])].find((candidate) => expression.test(candidate)) ?? text
}
