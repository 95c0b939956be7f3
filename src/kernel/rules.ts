import type { Feel } from './fields.ts'
import type { Label } from './wording/label.ts'

/** `block` refuses; `confirm` refuses until the user accepts it; `warn` only informs. */
export type RuleLevel = 'block' | 'confirm' | 'warn'

/**
 * A validation rule of a form, as data: the rule is violated while `when` is true. Evaluated in browser and server.
 */
export interface Rule extends Label {
  /** Name of the rule in tests, findings and overlays; unique within the form. */
  readonly id: string
  /** True while the rule is violated. With `each`, it is evaluated for every row of that table; columns take precedence. */
  readonly when: Feel
  /** Table whose rows are checked one by one. */
  readonly each?: string
  /** Fields at which the message is shown; with `each`, columns of the row. Empty: the form as a whole. */
  readonly fields: readonly string[]
  /** Whether a violation refuses, asks for confirmation or only informs. */
  readonly level: RuleLevel
  /** Key of the checkbox (of the row, with `each`) with which the user accepts a `confirm`. */
  readonly acceptedBy?: string
  /** Expressions of its placeholders (`{days}`), in the scope of `when`. */
  readonly blanks?: Readonly<Record<string, Feel>>
  /** Ids of the nodes at which the rule is checked. @default on submission */
  readonly at?: readonly string[]
}

/** Declares a rule. @default level 'block' */
export function rule(
  id: string,
  definition: Omit<Rule, 'id' | 'level' | 'fields'> & { level?: RuleLevel; fields?: readonly string[] },
): Rule {
  return Object.freeze({ level: 'block', fields: [], ...definition, id })
}

/** Declares the rules of a form, in order of evaluation. */
export function defineRules<const R extends readonly Rule[]>(rules: R): R {
  return Object.freeze(rules)
}
