import type { FieldProblem } from '#kernel/errors.ts'
import type { DecimalText } from '#kernel/fields.ts'

/** Settings of a budget year. */
export interface YearSetting {
  readonly year: number
  /** First and last month of the yearly figures, 1–12. */
  readonly startMonth: number
  readonly endMonth: number
  /** True for a locked year, whose plans cannot change. */
  readonly locked: boolean
  /** Days after a quarter's end within which overspending must be explained. */
  readonly varianceDueDays: number
  /** Reaction to a document that exceeds a budget of the year. */
  readonly control: 'warn' | 'block'
}

const day = 86_400_000

/** The quarter of a month, both from 1. */
export const quarterOf = (month: number): number => Math.ceil(month / 3)

/** The last day of a quarter, yyyy-MM-dd. */
const lastDay = (year: number, quarter: number): string => new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10)

/** Due date of the explanation of overspending in a quarter: `days` after the quarter's end. */
export const dueDay = (year: number, quarter: number, days: number): string =>
  new Date(Date.UTC(year, quarter * 3, 0) + days * day).toISOString().slice(0, 10)

/** @param today yyyy-MM-dd */
export const isQuarterOver = (year: number, quarter: number, today: string): boolean => today > lastDay(year, quarter)

/** Amounts of a plan, January to December, RMB. */
type PlanMonths = readonly DecimalText[]

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
