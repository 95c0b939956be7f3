import type { FieldDefinition } from '#kernel/fields.ts'
import type { Rule } from '#kernel/rules.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Formula } from './formula.ts'

/** A field with its compiled expressions. Columns are compiled in the scope of their table. */
export interface PlannedField {
  readonly key: string
  /** Key of the table, for a column. */
  readonly table?: string
  readonly field: FieldDefinition
  readonly required?: true | Formula
  /** Conditions under which nodes require the field, by node id. */
  readonly requiredAt: ReadonlyMap<string, true | Formula>
  readonly visible?: Formula
  readonly locked?: Formula
  readonly because?: PlannedSentence
  /** Forms from whose documents the column is taken over and then read-only. */
  readonly keptFrom?: ReadonlySet<string>
  readonly default?: Formula
  readonly derived?: Formula
  readonly columns: readonly PlannedField[]
}

/** A message that applies while its condition holds. */
export interface PlannedSentence {
  readonly says: Label
  readonly when: Formula
  /** Expressions of its placeholders, by name. */
  readonly blanks: readonly (readonly [name: string, Formula])[]
}

export interface PlannedRule extends PlannedSentence {
  readonly rule: Rule
}

/** `total`, or `items.amount` for a column. */
export const pathOf = ({ key, table }: Pick<PlannedField, 'key' | 'table'>): string => (table === undefined ? key : `${table}.${key}`)
