import type { FieldDefinition } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ParameterUse } from '#kernel/parameters/parameter-uses.ts'
import type { ParameterTable } from '#kernel/plugin.ts'

/** Parameters of one subject, as finance sees them. */
export interface ParameterGroup extends Label {
  readonly key: string
  /** Those named by row and column, with the columns in their order. */
  readonly table: (Pick<ParameterTable, 'rows'> & { readonly columns: readonly (Label & { readonly value: string })[] }) | null
  readonly parameters: readonly ParameterAnswer[]
}

export interface ParameterAnswer extends Label {
  readonly name: string
  readonly field: FieldDefinition
  readonly unit: Label | null
  /** As its field takes it. */
  readonly value: string | number | null
  /** The value where nobody has changed it. */
  readonly initial: string | number | null
  readonly version: number
  /** The person who changed it last, "中文/English", and when, yyyy-MM-dd HH:mm:ss. */
  readonly changedBy: string | null
  readonly changedTime: string | null
  readonly uses: readonly ParameterUse[]
}

export const parameterPath = '/budgetservice/parameter'
