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
 * Returns whether a column is the approvers' figure (`as: 'approvedAmount'`) and stands as the one that it follows in every row:
 * whoever files is neither shown it nor asked for it. A figure that an approver has cut is seen.
 */
export function isUncutAmount({ form, at, value }: FormSnapshot, table: string, column: string): boolean {
  const field = form.fields[table]?.columns?.[column]
  if (at !== 'start' || field?.as !== 'approvedAmount' || field.default === undefined) return false
  const followed = field.default
  return rowsAt(value, table).every((row) => isNothing(row[column]) || isEqual(row[column], row[followed]))
}

/** Problems that do not lie in such a column. */
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
