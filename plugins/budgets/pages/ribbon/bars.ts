import { Decimal } from 'decimal.js'

/** Figures of a month, RMB as decimal texts. */
export interface Month {
  readonly budget: string
  readonly used: string
  readonly occupied: string
}

/** Bar of a month: heights in pixels of the stacked parts. */
export interface Bar {
  readonly used: number
  readonly occupied: number
  readonly requested: number
  /** Height of the budget's line. */
  readonly plan: number
}

/** Scales twelve months to a height in pixels; `requested` is added to the month with index `at`. */
export function barsOf(months: readonly Month[],
  { requested, at, height }: { requested: string; at: number; height: number }): readonly Bar[] {
  const parts = months.map((month, index) => ({ plan: positive(month.budget), used: positive(month.used),
    occupied: positive(month.occupied), requested: positive(index === at ? requested : '0') })
  )
  const most = Decimal.max(1, ...parts.flatMap((part) => [part.plan, part.used.plus(part.occupied).plus(part.requested)]))
  const pixels = (amount: Decimal) => amount.div(most).times(height).toDecimalPlaces(1).toNumber()
  return parts.map((part) => ({ used: pixels(part.used), occupied: pixels(part.occupied), requested: pixels(part.requested),
    plan: pixels(part.plan) })
  )
}

const positive = (amount: string): Decimal => Decimal.max(0, amount)
