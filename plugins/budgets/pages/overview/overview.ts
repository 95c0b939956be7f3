import { queryOptions } from '@tanstack/react-query'
import { decimalOf, formatNumber, sumMoney } from '#kernel/values/money.ts'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import { cn, en } from './texts.ts'

interface YearSums {
  readonly budget: string
  readonly used: string
  readonly occupied: string
  /** Expected spending of the year. */
  readonly forecast: string
  /** Spending in the same months of the previous year. */
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

/** Data of the overview of a year's budgets; amounts in RMB as decimal texts. */
export interface Overview extends YearSums {
  readonly year: number
  /** The running month, 1–12; 0 before the year, 12 after it. */
  readonly upToMonth: number
  readonly startMonth: number
  readonly endMonth: number
  readonly months: readonly MonthSums[]
  /** The expected cost of each remaining month, zero for past ones. */
  readonly expected: readonly string[]
  /** Sorted by spending, highest first. */
  readonly categories: readonly CategoryYear[]
  /** Sorted by budget, largest first. */
  readonly departments: readonly DepartmentYear[]
  readonly variances: readonly VariancesDue[]
}

const page = '/annual-budget-management'

/** Query for the overview; null without visible budgets. `own`: restricted to departments headed by the person. */
export const overviewQuery = (http: Http, own: boolean) =>
  queryOptions({
    queryKey: ['budgets', 'overview', own],
    queryFn: ({ signal }) => http.get<Overview | null>('/budgetservice/budget/overview', own ? { own: true } : {}, { signal, quiet: true }),
  })

/** Path of the ledger page for a month or category. */
export const ledgerPath = (year: number, filter: Readonly<Record<string, string>>): string =>
  `${page}?${new URLSearchParams({ year: String(year), open: 'ledger', ...filter })}`

/** Path of the page where a department explains its overspending. */
export const variancePath = (year: number, { departmentId, quarter }: VariancesDue): string =>
  `${page}?${new URLSearchParams({ year: String(year), open: 'variance', quarter: String(quarter), department: departmentId })}`

/** An amount as a number, for bar lengths only; precision is lost. */
export const lengthOf = (amount: string | undefined): number => decimalOf(amount)?.toNumber() ?? 0

/** Formats whole yuan with a typographic minus. */
export const yuan = (amount: string | undefined): string => formatNumber(amount ?? '0', 0).replace('-', '−')

/** Returns whether an amount is 0. */
export const isNothing = (amount: string): boolean => amountOf(amount).isZero()

/** Formats an axis value in ten thousands. */
export const tenThousand = (value: number): string => formatNumber(String(value / 10_000))

/** Formats an amount in ten thousands with at most one decimal. */
export const shortTenThousand = (amount: string): string => tenThousand(Math.round(lengthOf(amount) / 1000) * 1000)

/** Share of a budget in whole percents; undefined without one. */
export function percentOf(part: string, budget: string): number | undefined {
  const whole = decimalOf(budget)
  const share = whole?.gt(0) ? decimalOf(part)?.div(whole).times(100) : undefined
  return share?.round().toNumber()
}

type Amount = NonNullable<ReturnType<typeof decimalOf>>

const amountOf = (text: string | undefined): Amount => sumMoney([text])

/** Sum of decimal texts, with two decimals; missing ones count as 0. */
export const add = (...amounts: readonly (string | undefined)[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amountOf(amount)), amountOf('0')).toFixed(2)

/** The difference of two decimal texts, with two decimals. */
export const minus = (amount: string, less: string): string => amountOf(amount).minus(amountOf(less)).toFixed(2)

/** Cumulative sums. */
export function running(amounts: readonly string[]): readonly string[] {
  let sum = '0'
  return amounts.map((amount) => (sum = add(sum, amount)))
}

/** The largest categories, and the sum of the remaining ones. */
export function stacked({ categories, months }: Pick<Overview, 'categories' | 'months'>,
  most = 3): readonly { readonly id: string | undefined; readonly name: string | undefined; readonly months: readonly string[] }[] {
  const largest = categories.slice(0, most).map(({ id, name, months: spent }) => ({ id, name, months: spent }))
  if (categories.length <= most) return largest
  const rest = categories.slice(most)
  return [...largest, { id: undefined, name: undefined, months: months.map((_, month) => add(...rest.map((each) => each.months[month]))) }]
}

export const useOverviewText = definePartText<keyof typeof cn>({ cn, en })

/** Name of the budget: "Budget 2026", or for a span of months "Budget Jul–Dec 2026". */
export function budgetName(t: ReturnType<typeof useOverviewText>['t'], { year, startMonth, endMonth }: OverviewSpan): string {
  if (startMonth === 1 && endMonth === 12) return t('ofYear', { year })
  const [from = 'm1', to = 'm12'] = [monthKeys[startMonth - 1], monthKeys[endMonth - 1]]
  return t('ofSpan', { year, from: t(from), to: t(to) })
}

interface OverviewSpan {
  readonly year: number
  readonly startMonth: number
  readonly endMonth: number
}

/** January to December. */
export const monthKeys = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12'] as const

/** Colour steps of budget usage. */
type Heat = 'none' | 'low' | 'half' | 'near' | 'over' | 'far'

/** @param percent whole percents of the budget; undefined where there is none */
export function heatOf(percent: number | undefined): Heat {
  if (percent === undefined) return 'none'
  const steps = [[80, 'low'], [90, 'half'], [100, 'near'], [120, 'over']] as const
  return steps.find(([most]) => percent <= most)?.[1] ?? 'far'
}

export interface MonthShare {
  /** Share of the month's budget in whole percents; undefined without one. */
  readonly percent: number | undefined
  /** Past, running, or future with expected amounts. */
  readonly kind: 'past' | 'current' | 'expected'
}

/** Share of a month's budget that is used and occupied; for a future month including the expected cost. */
export function shareOf({ months, expected }: Pick<DepartmentYear, 'months' | 'expected'>, month: number, upToMonth: number): MonthShare {
  const { used, occupied, budget } = months[month - 1] ?? { used: '0', occupied: '0', budget: '0' }
  const kind = month < upToMonth ? 'past' : month === upToMonth ? 'current' : 'expected'
  return { kind, percent: percentOf(add(used, occupied, kind === 'expected' ? expected[month - 1] : '0'), budget) }
}
