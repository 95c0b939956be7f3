import { Decimal } from 'decimal.js'

/** Figures of a month, RMB as decimal texts. */
export interface Month {
  readonly budget: string
  readonly used: string
  readonly occupied: string
}

/** A month as it is drawn: heights in pixels from the ground up, each part above the one before. */
export interface Bar {
  readonly used: number
  readonly occupied: number
  readonly requested: number
  /** Height of the line of the budget. */
  readonly plan: number
}

/** Heights for twelve months in a drawing of this height; `requested` is added to the month with this number, from 0. */
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
