import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { decimalOf, formatNumber, sumMoney } from '#kernel/values/money.ts'

interface YearSums {
  readonly budget: string
  readonly used: string
  readonly occupied: string
  /** The expected spending of the year. */
  readonly forecast: string
  /** The spending of the same months a year earlier. */
  readonly lastYear: string
}

export interface CategoryYear extends YearSums {
  readonly id: string
  readonly name: string
  /** The spending by month, January to December. */
  readonly months: readonly string[]
}

export interface DepartmentYear extends YearSums {
  readonly id: string
  readonly name: string
  readonly months: readonly MonthSums[]
  /** The expected cost of each remaining month, zero for past ones. */
  readonly expected: readonly string[]
}

type MonthSums = Readonly<Record<'budget' | 'used' | 'occupied', string>>

interface VariancesDue {
  readonly departmentId: string
  readonly departmentName: string
  readonly quarter: number
  readonly count: number
  /** yyyy-MM-dd */
  readonly dueDate: string
  readonly isLate: boolean
}

/** A year's budgets as pictures show them; amounts RMB as decimal texts. */
export interface Overview extends YearSums {
  readonly year: number
  /** The running month, 1–12; 0 before the year, 12 after it. */
  readonly upToMonth: number
  readonly startMonth: number
  readonly endMonth: number
  readonly months: readonly MonthSums[]
  /** The expected cost of each remaining month, zero for past ones. */
  readonly expected: readonly string[]
  /** Those that spend most first. */
  readonly categories: readonly CategoryYear[]
  /** The largest budget first. */
  readonly departments: readonly DepartmentYear[]
  readonly variances: readonly VariancesDue[]
}

const page = '/annual-budget-management'

/** `own`: only the departments that the person heads; nothing where they head none. */
export const overviewQuery = (http: Http, own: boolean) =>
  queryOptions({
    queryKey: ['budgets', 'overview', own],
    queryFn: ({ signal }) => http.get<Overview | null>('/budgetservice/budget/overview', own ? { own: true } : {}, { signal, quiet: true }),
  })

/** The entries of a month or a category, with their documents. */
export const ledgerPath = (year: number, filter: Readonly<Record<string, string>>): string =>
  `${page}?${new URLSearchParams({ year: String(year), open: 'ledger', ...filter })}`

/** The address at which a department says why more was spent than planned. */
export const variancePath = (year: number, { departmentId, quarter }: VariancesDue): string =>
  `${page}?${new URLSearchParams({ year: String(year), open: 'variance', quarter: String(quarter), department: departmentId })}`

/** For the length of a bar only; sums are made before. */
export const lengthOf = (amount: string | undefined): number => decimalOf(amount)?.toNumber() ?? 0

/** Whole yuan with a real minus. */
export const yuan = (amount: string | undefined): string => formatNumber(amount ?? '0', 0).replace('-', '−')

/** Returns whether an amount is 0. */
export const isNothing = (amount: string): boolean => amountOf(amount).isZero()

/** A value of the axis in units of ten thousand. */
export const tenThousand = (value: number): string => formatNumber(String(value / 10_000))

/** An amount in units of ten thousand, to one decimal. */
export const shortTenThousand = (amount: string): string => tenThousand(Math.round(lengthOf(amount) / 1000) * 1000)

/** Whole percents of a budget; undefined without one. */
export function percentOf(part: string, budget: string): number | undefined {
  const whole = decimalOf(budget)
  const share = whole?.gt(0) ? decimalOf(part)?.div(whole).times(100) : undefined
  return share?.round().toNumber()
}

type Amount = NonNullable<ReturnType<typeof decimalOf>>

const amountOf = (text: string | undefined): Amount => sumMoney([text])

/** The total of decimal texts, with two decimals; a missing one counts as 0. */
export const add = (...amounts: readonly (string | undefined)[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amountOf(amount)), amountOf('0')).toFixed(2)

/** The difference of two decimal texts, with two decimals. */
export const minus = (amount: string, less: string): string => amountOf(amount).minus(amountOf(less)).toFixed(2)

/** Each with all before it. */
export function running(amounts: readonly string[]): readonly string[] {
  let sum = '0'
  return amounts.map((amount) => (sum = add(sum, amount)))
}

/** The largest categories one by one, and what the others come to together. */
export function stacked({ categories, months }: Pick<Overview, 'categories' | 'months'>,
  most = 3): readonly { readonly id: string | undefined; readonly name: string | undefined; readonly months: readonly string[] }[] {
  const largest = categories.slice(0, most).map(({ id, name, months: spent }) => ({ id, name, months: spent }))
  if (categories.length <= most) return largest
  const rest = categories.slice(most)
  return [...largest, { id: undefined, name: undefined, months: months.map((_, month) => add(...rest.map((each) => each.months[month]))) }]
}
