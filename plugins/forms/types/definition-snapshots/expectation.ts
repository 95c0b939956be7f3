/**
 * The expectation of a type of document, a line each for its fields, nodes and rules. It is written by hand from what was ordered and not
 * made from the form, so that a form that loses a field or a rule is found.
 */
export interface Expectation {
  readonly about: string
  /** Parts that it shares with others; a line of its own goes before theirs. */
  readonly parts: readonly SharedFields[]
  readonly fields: string
  readonly nodes: string
  readonly rules: string
  /** Ids of rules of its parts that it does not have. */
  readonly without?: readonly string[]
}

/** Fields and rules that several types share. */
export interface SharedFields {
  readonly fields: string
  readonly rules?: string
}

/** The lines of a text, without what indents them. */
export const lines = (text = ''): string[] => text.split('\n').map((line) => line.trim()).filter((line) => line !== '')

/** The fields of a type, in the order of their keys. */
export function expectedFields({ parts, fields }: Expectation): string[] {
  const byKey = new Map([...parts.flatMap((part) => lines(part.fields)), ...lines(fields)].map((line) => [idOf(line), line]))
  return [...byKey.values()].toSorted()
}

/** Its rules; one of its own goes before the one of its parts that has its id. */
export function expectedRules({ parts, rules, without = [] }: Expectation): string[] {
  const own = lines(rules)
  const replaced = new Set([...own.map(idOf), ...without])
  return [...parts.flatMap((part) => lines(part.rules)).filter((line) => !replaced.has(idOf(line))), ...own].toSorted()
}

const idOf = (line: string): string => line.slice(0, line.indexOf(' '))
