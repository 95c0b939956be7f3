import { Decimal } from 'decimal.js'

/** Months covered by the yearly and cumulative figures, both inclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Costs of a year by month, from which the rest of the year is expected. */
export interface MonthlyCosts {
  /** The spent amounts, January to December. */
  readonly used: readonly Decimal[]
  /** Amounts spent in the same months a year earlier. */
  readonly lastYear: readonly Decimal[]
  readonly span: Span
  /** The running month, 1–12; 0 before the year, 12 after it. */
  readonly upTo: number
}

/** Expected costs of the remaining months: last year's amount of the same month, or without last year the average of the months so far. */
export function expectedOf({ used, lastYear, span, upTo }: MonthlyCosts): readonly Decimal[] {
  const hasLastYear = lastYear.some((amount) => !amount.isZero())
  const past = used.slice(span.start - 1, Math.min(upTo, span.end))
  const average = past.length > 0 ? total(past).div(past.length) : zero
  return used.map((_, index) => {
    const month = index + 1
    if (month <= upTo || month < span.start || month > span.end) return zero
    return Decimal.max(hasLastYear ? (lastYear[index] ?? zero) : average, zero)
  })
}

const zero = new Decimal(0)

const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero)
