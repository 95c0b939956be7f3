/** Separators between codes, white space included. */
const separators = /[,，、;；﹐､\s]+/u

/** Normalises full-width characters and removes invisible ones. */
const plainOf = (text: string): string => text.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').normalize('NFKC').trim()

/**
 * Splits a typed or pasted text into codes: `26322000000000100091，２６３２２０００`. In order, repeats included; empty if the value is not a
 * text. To be used by all code that reads a field with several codes.
 */
export const codesIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split(separators).map(plainOf).filter(Boolean) : []

interface CodePattern {
  readonly expression: RegExp
  /** The pattern contains a comma, i.e. accepts several codes. */
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
 * Normalises a typed text for a field with a pattern: full-width characters, and separators between several codes. Returns the text
 * unchanged if it matches, or if no normalised form does.
 */
export function typedCode(text: string, pattern: string): string {
  const { expression, isList } = patternOf(pattern)
  return [text, plainOf(text), ...(isList ? [codesIn(text).join(',')] : [])].find((candidate) => expression.test(candidate)) ?? text
}
