import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useIsRefused } from '#shell/parts/document/refused-rows.ts'

interface ReadRowLook {
  readonly table: string
  readonly field: Pick<FieldDefinition, 'struckBy'>
  readonly row: FormValue
  /** From 0. */
  readonly index: number
}

/** The classes of a row that is read: one that counts no more is struck out, one that another system refused is marked. */
export function useRowLook({ table, field: { struckBy }, row, index }: ReadRowLook): string {
  const looks = { 'is-struck': struckBy !== undefined && row[struckBy] === true, 'is-refused': useIsRefused(table, index + 1) }
  return Object.entries(looks).flatMap(([name, holds]) => (holds ? [name] : [])).join(' ')
}
