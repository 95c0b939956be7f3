import type { FieldDefinition } from '#kernel/fields.ts'
import type { Rule } from '#kernel/rules.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Formula } from './formula.ts'

/** A field with its expressions compiled. Columns are planned like fields, in the scope of their table. */
export interface PlannedField {
  readonly key: string
  /** Key of the table whose column this is. */
  readonly table?: string
  readonly field: FieldDefinition
  readonly required?: true | Formula
  /** Conditions of nodes that ask for it, by node. */
  readonly requiredAt: ReadonlyMap<string, true | Formula>
  readonly visible?: Formula
  readonly locked?: Formula
  readonly because?: PlannedSentence
  /** Types of documents from which a column is taken over to stay as it is there. */
  readonly keptFrom?: ReadonlySet<string>
  readonly default?: Formula
  readonly derived?: Formula
  readonly columns: readonly PlannedField[]
}

/** A sentence that is said while its condition holds. */
export interface PlannedSentence {
  readonly says: Label
  readonly when: Formula
  /** Values of its blanks, by name. */
  readonly blanks: readonly (readonly [name: string, Formula])[]
}

export interface PlannedRule extends PlannedSentence {
  readonly rule: Rule
}

/** `total`, or `items.amount` for a column. */
export const pathOf = ({ key, table }: Pick<PlannedField, 'key' | 'table'>): string => (table === undefined ? key : `${table}.${key}`)
