import { Decimal } from 'decimal.js'
import { type BudgetKey, keyText } from '../ledger/key.ts'
import type { Demand, Movement, OccupationSource, PostedBalance } from '../ledger/reconcile.ts'

/** The amount that a row of an application still occupies, and so can hand over. */
export interface RowOccupation extends BudgetKey, OccupationSource {
  readonly amount: Decimal
}

/** The amount that the claim holds of it already counts as open to itself. */
export const openTo = (holdings: readonly RowOccupation[], posted: readonly PostedBalance[]): RowOccupation[] =>
  added([...holdings, ...posted.flatMap((
    { source, occupied, spent, department, category, year, month },
  ): RowOccupation[] => (source ? [{ ...source, department, category, year, month, amount: occupied.plus(spent) }] : []))])

/**
 * A claim takes over what the applications that its rows draw on occupy, under their keys; only what goes beyond that
 * is asked for anew, under its own. `draws` names the applications of a row.
 */
export function takingOver(demands: readonly Demand[], draws: (row: string) => readonly string[],
  open: readonly RowOccupation[]): Demand[] {
  const left = new Map(open.map((holding) => [holding, holding.amount]))
  return demands.flatMap((demand) => {
    let rest = demand.amount
    const taken = inOrder(demand, draws(demand.row), open).flatMap((holding): Demand[] => {
      const amount = Decimal.min(rest, left.get(holding) ?? 0)
      if (amount.lte(0)) return []
      rest = rest.minus(amount)
      left.set(holding, (left.get(holding) ?? new Decimal(0)).minus(amount))
      const { document, row, department, category, year, month } = holding
      return [{ row: demand.row, department, category, year, month, amount, source: { document, row } }]
    })
    return rest.gt(0) ? [...taken, { ...demand, amount: rest }] : taken
  })
}

/**
 * Turns the movements of a claim into those of one of its applications: it gives up what the claim takes over, and gets back what the claim
 * returns. A settled one keeps nothing.
 */
export function answering(application: string, holdings: readonly RowOccupation[], movements: readonly Movement[],
  { isSettled }: { isSettled: boolean }): Movement[] {
  const lines = added([
    ...holdings.filter(({ document }) => document === application).map((holding) => ({ ...holding, change: new Decimal(0) })),
    ...movements.flatMap((movement) => (movement.source?.document === application ? [changeOf(movement, movement.source)] : [])),
  ])
  return lines.flatMap(({ row, department, category, year, month, amount, change }): Movement[] => {
    const difference = isSettled ? amount.negated() : change
    return difference.isZero()
      ? []
      : [{ row, department, category, year, month, kind: difference.isPositive() ? 'occupy' : 'release', amount: difference.abs() }]
  })
}

function changeOf({ kind, amount, department, category, year, month }: Movement, source: OccupationSource): RowOccupation & {
  readonly change: Decimal
} {
  const takes = kind === 'occupy' || kind === 'spend'
  return { ...source, department, category, year, month, amount: new Decimal(0), change: takes ? amount.negated() : amount }
}

/** One line for each row and key. */
function added<Line extends RowOccupation & { readonly change?: Decimal }>(
  lines: readonly Line[],
): (Line & { readonly change: Decimal })[] {
  const sums = new Map<string, Line & { readonly change: Decimal }>()
  for (const line of lines) {
    const text = JSON.stringify([line.document, line.row, keyText(line)])
    const known = sums.get(text)
    const change = line.change ?? new Decimal(0)
    sums.set(text, known ? { ...known, amount: known.amount.plus(line.amount), change: known.change.plus(change) } : { ...line, change })
  }
  return [...sums.values()]
}

/** Of the row's applications in turn; within one, first what is kept for the same purpose. */
function inOrder(demand: Demand, applications: readonly string[], open: readonly RowOccupation[]): RowOccupation[] {
  return applications.flatMap((application) => {
    const own = open.filter(({ document }) => document === application)
    const isSame = ({ department, category }: RowOccupation) => department === demand.department && category === demand.category
    return [...own.filter(isSame), ...own.filter((holding) => !isSame(holding))]
  })
}
