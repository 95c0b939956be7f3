import type { FieldDefinition } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ParameterUse } from '#kernel/parameters/parameter-uses.ts'
import type { ParameterTable } from '#kernel/plugin.ts'

/** Parameters of one subject. */
export interface ParameterGroup extends Label {
  readonly key: string
  /** Rows and ordered columns where parameters form a matrix; otherwise null. */
  readonly table: (Pick<ParameterTable, 'rows'> & { readonly columns: readonly (Label & { readonly value: string })[] }) | null
  readonly parameters: readonly ParameterAnswer[]
}

export interface ParameterAnswer extends Label {
  readonly name: string
  readonly field: FieldDefinition
  readonly unit: Label | null
  /** Current value, in the format of its field. */
  readonly value: string | number | null
  /** Declared value, before any change. */
  readonly initial: string | number | null
  readonly version: number
  /** Name ("中文/English") of the last editor; `changedTime` is yyyy-MM-dd HH:mm:ss. Both null for an unchanged parameter. */
  readonly changedBy: string | null
  readonly changedTime: string | null
  readonly uses: readonly ParameterUse[]
}

export const parameterPath = '/budgetservice/parameter'
