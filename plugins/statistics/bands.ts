import { Decimal } from 'decimal.js'

/** Warning band of a budget: `within` up to 80 % in use, `near` up to 100 %, `over` above, `none` without a budget. */
export type Band = 'within' | 'near' | 'over' | 'none'

/** Share of the budget above which it is `near`. */
const nearFrom = new Decimal('0.8')

/** Warning band of the amount in use (spent and occupied) against a budget. A zero budget in use is `over`; no budget gives `none`. */
export function bandOf(budget: Decimal | undefined, used: Decimal): Band {
  if (budget === undefined) return 'none'
  if (budget.lte(0)) return used.gt(0) ? 'over' : 'none'
  if (used.gt(budget)) return 'over'
  return used.gt(budget.times(nearFrom)) ? 'near' : 'within'
}
