import { Decimal } from 'decimal.js'
import { type BudgetKey, keyText } from '../ledger/key.ts'
import type { Demand, Movement, OccupationSource, PostedBalance } from '../ledger/reconcile.ts'

/** Remaining occupation of an application's row, available for claims. */
export interface RowOccupation extends BudgetKey, OccupationSource {
  readonly amount: Decimal
}

/** Occupation available to a claim, including the part that it already took over. */
export const openTo = (holdings: readonly RowOccupation[], posted: readonly PostedBalance[]): RowOccupation[] =>
  added([...holdings, ...posted.flatMap((
    { source, occupied, spent, department, category, year, month },
  ): RowOccupation[] => (source ? [{ ...source, department, category, year, month, amount: occupied.plus(spent) }] : []))])

/**
 * Splits demands of a claim: the part covered by the occupation of its rows' applications is taken over under their budget keys, the rest
 * is demanded under the row's own key.
 * @param draws returns the ids of a row's applications
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
 * Mirrors the movements of a claim in one of its applications: occupation taken over is released, returned occupation is occupied again. A
 * settled application releases everything.
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

/** Merges lines with the same row and key. */
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

/** Occupations in the order of use: by application, and within one those for the same department and category first. */
function inOrder(demand: Demand, applications: readonly string[], open: readonly RowOccupation[]): RowOccupation[] {
  return applications.flatMap((application) => {
    const own = open.filter(({ document }) => document === application)
    const isSame = ({ department, category }: RowOccupation) => department === demand.department && category === demand.category
    return [...own.filter(isSame), ...own.filter((holding) => !isSame(holding))]
  })
}
