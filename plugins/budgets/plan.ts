import type { FieldProblem } from '#kernel/errors.ts'
import type { DecimalText } from '#kernel/fields.ts'

/** Amounts of a plan, January to December, RMB. */
export type PlanMonths = readonly DecimalText[]

/** A budget line as entered: amounts of a department and category for each month of a year. */
export interface Plan {
  readonly budgetYear: number
  readonly departmentId: string
  readonly expenseCategoryId: string
  readonly months: PlanMonths
  readonly remark: string | null
}

export const remarkLength = 200

/** Validates a plan in itself; problems refer to fields, e.g. `months.3` for April. */
export function planProblems({ departmentId, expenseCategoryId, months, remark }: Plan): FieldProblem[] {
  return [
    ...missing('departmentId', departmentId),
    ...missing('expenseCategoryId', expenseCategoryId),
    ...months.flatMap(monthProblems),
    ...(remark !== null && remark.length > remarkLength
      ? [{ field: 'remark', code: 'budgets.remarkTooLong', parameters: { max: remarkLength } }]
      : []),
  ]
}

const missing = (field: string, value: string): FieldProblem[] => (value === '' ? [{ field, code: `budgets.${field}Missing` }] : [])

/** At most 16 integer digits and two decimals, as in the table's columns. */
const amount = /^-?\d{1,16}(\.\d{1,2})?$/

function monthProblems(month: string, index: number): FieldProblem[] {
  const code = problemOf(month)
  return code === undefined ? [] : [{ field: `months.${index}`, code, parameters: { month: index + 1 } }]
}

function problemOf(month: string): string | undefined {
  if (month === '') return 'budgets.monthMissing'
  if (!amount.test(month)) return 'budgets.monthInvalid'
  return month.startsWith('-') ? 'budgets.monthNegative' : undefined
}
