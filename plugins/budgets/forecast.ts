import { Decimal } from 'decimal.js'
import type { Span } from './figures.ts'

interface ForecastInput {
  /** The spent amounts, January to December. */
  readonly used: readonly Decimal[]
  /** Amount occupied by documents under way, in all months of the span. */
  readonly occupied: Decimal
  /** Amounts spent in the same months a year earlier. */
  readonly lastYear: readonly Decimal[]
  readonly span: Span
  /** The running month, 1–12; 0 before the year, 12 after it. */
  readonly upTo: number
}

/** Expected costs of the remaining months: last year's amount of the same month, or without last year the average of the months so far. */
export function expectedOf({ used, lastYear, span, upTo }: Omit<ForecastInput, 'occupied'>): readonly Decimal[] {
  const hasLastYear = lastYear.some((amount) => !amount.isZero())
  const past = used.slice(span.start - 1, Math.min(upTo, span.end))
  const average = past.length > 0 ? total(past).div(past.length) : zero
  return used.map((_, index) => {
    const month = index + 1
    if (month <= upTo || month < span.start || month > span.end) return zero
    return Decimal.max(hasLastYear ? (lastYear[index] ?? zero) : average, zero)
  })
}

/** The forecast of a year: spent, occupied, and the expected cost of the remaining months. */
export const forecastOf = (input: ForecastInput): Decimal =>
  total(input.used.slice(input.span.start - 1, input.span.end)).plus(input.occupied).plus(total(expectedOf(input)))

const zero = new Decimal(0)

const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero)
