import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { cellOfName } from './cell.ts'
import type { Problem } from './problems.ts'

interface FormSnapshot {
  readonly form: Form
  readonly at: string | undefined
  readonly value: FormValue
}

/**
 * Returns whether a column is an approved amount (`as: 'approvedAmount'`) that equals the requested amount in every row: the initiator
 * neither sees nor enters it. An amount reduced by an approver is visible.
 */
export function isUncutAmount({ form, at, value }: FormSnapshot, table: string, column: string): boolean {
  const field = form.fields[table]?.columns?.[column]
  if (at !== 'start' || field?.as !== 'approvedAmount' || field.default === undefined) return false
  const followed = field.default
  return rowsAt(value, table).every((row) => isNothing(row[column]) || isEqual(row[column], row[followed]))
}

/** The problems outside of such columns. */
export const outsideUncutAmounts = (filing: FormSnapshot, problems: readonly Problem[]): readonly Problem[] =>
  problems.filter(({ name }) => {
    const { key, column } = cellOfName(name)
    return column === undefined || !isUncutAmount(filing, key, column)
  })

const isNothing = (held: unknown) => held === undefined || held === null || held === ''

const isEqual = (one: unknown, other: unknown) => {
  const amount = decimalOf(one as string)
  return amount !== null && decimalOf(other as string)?.equals(amount) === true
}
