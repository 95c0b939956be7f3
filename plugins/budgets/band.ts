import { Decimal } from 'decimal.js'

/** The share of a budget that is in use: up to 80 %, up to all of it, more; `none` where nothing can be said. */
export type Band = 'within' | 'near' | 'over' | 'none'

/** Up to this share of the budget is within it. */
const nearFrom = new Decimal('0.8')

/**
 * The warning band of what is spent and occupied against a budget.
 * A budget of nothing that is used is over; no budget at all says nothing.
 */
export function bandOf(budget: Decimal | undefined, used: Decimal): Band {
  if (budget === undefined) return 'none'
  if (budget.lte(0)) return used.gt(0) ? 'over' : 'none'
  if (used.gt(budget)) return 'over'
  return used.gt(budget.times(nearFrom)) ? 'near' : 'within'
}
