import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import { annualOf, type MonthFigures, type Span } from '#plugins/budgets/figures.ts'
import { expectedOf, forecastOf } from '#plugins/budgets/forecast.ts'
import type { Grouping, spentOf, YearSum } from './year-sums.ts'

interface OverviewInput {
  readonly sums: Readonly<Record<Grouping, readonly YearSum[]>>
  readonly lastYear: Readonly<Record<Grouping, LastYear>>
  readonly span: Span
  /** The running month, 1–12; 0 before the year, 12 after it. */
  readonly upTo: number
}

type LastYear = Awaited<ReturnType<typeof spentOf>>

const months = Array.from({ length: 12 }, (_, index) => index + 1)
const zero = new Decimal(0)

/**
 * The year by month, by category, those that spend most first, and by department, the largest budget first; each with what it is expected
 * to come to.
 */
export function overviewAnswer({ sums, lastYear, span, upTo }: OverviewInput) {
  const partsBy = (by: Grouping) => partsOf(sums[by], lastYear[by], { span, upTo })
  const all = yearOf({ figures: figuresOf(sums.category), lastYear: usedOf(lastYear.category), span, upTo })
  return {
    ...all.wire,
    months: all.months,
    expected: texts(all.expected),
    categories: partsBy('category').toSorted((one, other) => other.year.used.cmp(one.year.used)).map(({ id, name, year }) => ({ id, name,
      ...year.wire, months: year.months.map(({ used }) => used) })
    ),
    departments: partsBy('department').toSorted((one, other) => other.year.budget.cmp(one.year.budget)).map(({ id, name, year }) => ({ id,
      name, ...year.wire, months: year.months, expected: texts(year.expected) })
    ),
  }
}

/** Each category, or department, with its year. */
const partsOf = (sums: readonly YearSum[], lastYear: LastYear, { span, upTo }: Pick<OverviewInput, 'span' | 'upTo'>) =>
  [...new Map(sums.map(({ id, name }) => [id, name]))].map(([id, name]) => {
    const isOwn = (each: { readonly id: string }) => each.id === id
    return { id, name, year: yearOf({ figures: figuresOf(sums.filter(isOwn)), lastYear: usedOf(lastYear.filter(isOwn)), span, upTo }) }
  })

const texts = (amounts: readonly Decimal[]) => amounts.map((amount) => moneyText(amount))

function yearOf(
  { figures, lastYear, span, upTo }: { figures: readonly MonthFigures[]; lastYear: readonly Decimal[]; span: Span; upTo: number },
) {
  const { budget, used, occupied } = annualOf(figures, span)
  const soFar = { used: figures.map((month) => month.used), lastYear, span, upTo }
  const sameMonths = lastYear.slice(span.start - 1, Math.min(upTo, span.end)).reduce((sum, amount) => sum.plus(amount), zero)
  return {
    budget,
    used,
    months: figures.map((month) => ({ budget: moneyText(month.budget), used: moneyText(month.used), occupied: moneyText(month.occupied) })),
    expected: expectedOf(soFar),
    wire: {
      budget: moneyText(budget),
      used: moneyText(used),
      occupied: moneyText(occupied),
      forecast: moneyText(forecastOf({ ...soFar, occupied })),
      /** In the same months a year earlier. */
      lastYear: moneyText(sameMonths),
    },
  }
}

const figuresOf = (sums: readonly YearSum[]): readonly MonthFigures[] =>
  months.map((month) => {
    const own = sums.filter((each) => each.month === month)
    return { budget: total(own.map(({ budget }) => budget)), used: total(own.map(({ used }) => used)),
      occupied: total(own.map(({ occupied }) => occupied)) }
  })

const usedOf = (spent: LastYear): readonly Decimal[] =>
  months.map((month) => total(spent.filter((each) => each.month === month).map(({ used }) => used)))

const total = (amounts: readonly string[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero)
