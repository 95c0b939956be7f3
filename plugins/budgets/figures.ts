import { Decimal } from 'decimal.js'
import { type Band, bandOf } from '#plugins/statistics/bands.ts'
import { expectedOf, type MonthlyCosts, type Span } from '#plugins/statistics/forecast.ts'

/** One month of a budget line: planned (with transfers and adjustments), spent, and occupied by running documents. */
export interface MonthFigures {
  readonly budget: Decimal
  readonly used: Decimal
  readonly occupied: Decimal
}

const defaultSpan: Span = { start: 7, end: 12 }

const zero = new Decimal(0)

/** Available amount: budget minus used minus occupied, at least 0. */
export const availableOf = ({ budget, used, occupied }: MonthFigures): Decimal => Decimal.max(budget.minus(used).minus(occupied), zero)

/** Variance: budget minus used amount. */
export const varianceOf = ({ budget, used }: Pick<MonthFigures, 'budget' | 'used'>): Decimal => budget.minus(used)

/** The variance as a share of the budget; undefined without a budget. */
export const varianceShareOf = (figures: Pick<MonthFigures, 'budget' | 'used'>): Decimal | undefined =>
  figures.budget.isZero() ? undefined : varianceOf(figures).div(figures.budget)

/** Sums months; derived figures with a floor must be calculated from the sum. */
export function sumOf(months: readonly MonthFigures[]): MonthFigures {
  return {
    budget: months.reduce((sum, { budget }) => sum.plus(budget), zero),
    used: months.reduce((sum, { used }) => sum.plus(used), zero),
    occupied: months.reduce((sum, { occupied }) => sum.plus(occupied), zero),
  }
}

/** Cumulative figures from the start month to month `k` (1–12); undefined before the start month, where screens show "-". */
export function cumulativeOf(months: readonly MonthFigures[], k: number, { start, end }: Span = defaultSpan): MonthFigures | undefined {
  return k < start ? undefined : sumOf(months.slice(start - 1, Math.min(k, end)))
}

/** Figures of all months that count in the year. */
export const annualOf = (months: readonly MonthFigures[], { start, end }: Span = defaultSpan): MonthFigures =>
  sumOf(months.slice(start - 1, end))

/** Warning band of a month's or year's figures. */
export const bandOfFigures = ({ budget, used, occupied }: MonthFigures): Band => bandOf(budget, used.plus(occupied))

interface ForecastInput extends MonthlyCosts {
  /** Amount occupied by documents under way, in all months of the span. */
  readonly occupied: Decimal
}

/** The forecast of a year: spent, occupied, and the expected cost of the remaining months. */
export const forecastOf = (input: ForecastInput): Decimal =>
  total(input.used.slice(input.span.start - 1, input.span.end)).plus(input.occupied).plus(total(expectedOf(input)))

const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero)
