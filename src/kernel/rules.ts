import type { Feel } from './fields.ts'
import type { Label } from './wording/label.ts'

/** `block` refuses; `confirm` may be accepted by the person; `warn` only informs. */
export type RuleLevel = 'block' | 'confirm' | 'warn'

/**
 * A statement about a whole form, as data: `when` is the violation in FEEL, the same in browser and server.
 */
export interface Rule extends Label {
  readonly id: string
  /** True while the rule is violated. With `each`, evaluated for every row of that table, the row's columns first. */
  readonly when: Feel
  readonly each?: string
  /** The fields that show the message: fields of the form, or columns of the row with `each`. Empty: the form as a whole. */
  readonly fields: readonly string[]
  readonly level: RuleLevel
  /** A checkbox field (of the row, with `each`) that holds the person's acceptance of a `confirm`. */
  readonly acceptedBy?: string
  /** Values of the blanks in its sentences (`{days}`), each an expression in the scope of `when`. */
  readonly blanks?: Readonly<Record<string, Feel>>
  /** Node ids at whose pass the rule holds; without it, it holds at submission. */
  readonly at?: readonly string[]
}

/** A rule of a form; without a `level` it refuses. */
export function rule(
  id: string,
  definition: Omit<Rule, 'id' | 'level' | 'fields'> & { level?: RuleLevel; fields?: readonly string[] },
): Rule {
  return Object.freeze({ level: 'block', fields: [], ...definition, id })
}

/** Declares the rules of a form, in the order in which they are checked. */
export function defineRules<const R extends readonly Rule[]>(rules: R): R {
  return Object.freeze(rules)
}
