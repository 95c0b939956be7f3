import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/money.ts'
import { annualOf, type MonthFigures, type Span } from '#plugins/budgets/figures.ts'
import { expectedOf, forecastOf } from '#plugins/budgets/forecast.ts'
import { categoryName } from '../grid/answer.ts'
import type { CategorySum, spentOf } from './category-sums.ts'

interface OverviewInput {
  readonly sums: readonly CategorySum[]
  readonly lastYear: Awaited<ReturnType<typeof spentOf>>
  readonly span: Span
  /** The running month, 1–12; 0 before the year, 12 after it. */
  readonly upTo: number
}

const months = Array.from({ length: 12 }, (_, index) => index + 1)
const zero = new Decimal(0)

/** The year by month and by category, those that spend most first, with what each is expected to come to. */
export function overviewAnswer({ sums, lastYear, span, upTo }: OverviewInput) {
  const categories = [...new Set(sums.map(({ category }) => category))].map((id) => {
    const own = sums.filter(({ category }) => category === id)
    const before = lastYear.filter(({ category }) => category === id)
    const year = yearOf({ figures: figuresOf(own), lastYear: usedOf(before), span, upTo })
    return { id, name: categoryName(own[0]?.category_cn ?? id, own[0]?.category_en ?? id), used: year.used, wire: year.wire, months: year.months.map(({ used }) => used) }
  })
  const all = yearOf({ figures: figuresOf(sums), lastYear: usedOf(lastYear), span, upTo })
  return {
    ...all.wire,
    months: all.months,
    expected: all.expected.map((amount) => moneyText(amount)),
    categories: categories.toSorted((one, other) => other.used.cmp(one.used)).map(({ id, name, wire, months: spent }) => ({ id, name, ...wire, months: spent })),
  }
}

function yearOf({ figures, lastYear, span, upTo }: { figures: readonly MonthFigures[]; lastYear: readonly Decimal[]; span: Span; upTo: number }) {
  const { budget, used, occupied } = annualOf(figures, span)
  const course = { used: figures.map((month) => month.used), lastYear, span, upTo }
  const sameMonths = lastYear.slice(span.start - 1, Math.min(upTo, span.end)).reduce((sum, amount) => sum.plus(amount), zero)
  return {
    used,
    months: figures.map((month) => ({ budget: moneyText(month.budget), used: moneyText(month.used), occupied: moneyText(month.occupied) })),
    expected: expectedOf(course),
    wire: {
      budget: moneyText(budget), used: moneyText(used), occupied: moneyText(occupied), forecast: moneyText(forecastOf({ ...course, occupied })),
      /** In the same months a year earlier. */
      lastYear: moneyText(sameMonths),
    },
  }
}

const figuresOf = (sums: readonly CategorySum[]): readonly MonthFigures[] => months.map((month) => {
  const own = sums.filter((each) => each.month === month)
  return { budget: total(own.map(({ budget }) => budget)), used: total(own.map(({ used }) => used)), occupied: total(own.map(({ occupied }) => occupied)) }
})

const usedOf = (spent: OverviewInput['lastYear']): readonly Decimal[] => months.map((month) => total(spent.filter((each) => each.month === month).map(({ used }) => used)))

const total = (amounts: readonly string[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero)
