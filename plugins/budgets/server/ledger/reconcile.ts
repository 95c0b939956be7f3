import { Decimal } from 'decimal.js'
import { type BudgetKey, keyText } from './key.ts'

/** Row of an application from which a claim took over occupation. */
export interface OccupationSource {
  readonly document: string
  readonly row: string
}

/** Demand of a document's row on a budget, RMB above 0. */
export interface Demand extends BudgetKey {
  readonly row: string
  /** Source of occupation taken over; absent for new demand. */
  readonly source?: OccupationSource
  readonly amount: Decimal
}

/** Ledger balance of a document's row on a budget. */
export interface PostedBalance extends BudgetKey {
  readonly row: string
  readonly source?: OccupationSource
  readonly occupied: Decimal
  readonly spent: Decimal
}

/** An entry to post; the kind determines the direction. */
export interface Movement extends BudgetKey {
  readonly row: string
  readonly source?: OccupationSource
  readonly kind: 'occupy' | 'release' | 'spend' | 'refund'
  readonly amount: Decimal
}

/** Movements that adjust the occupied amounts to the demands. */
export function occupying(demands: readonly Demand[], posted: readonly PostedBalance[]): Movement[] {
  return differences(demands, posted.map((line) => ({ ...line, amount: line.occupied })), ['occupy', 'release'])
}

/** Movements that release all occupation and adjust the spent amounts to the demands. */
export function spending(demands: readonly Demand[], posted: readonly PostedBalance[]): Movement[] {
  const released = differences([], posted.map((line) => ({ ...line, amount: line.occupied })), ['occupy', 'release'])
  return [...released, ...differences(demands, posted.map((line) => ({ ...line, amount: line.spent })), ['spend', 'refund'])]
}

/** Movements that reverse all balances, each in its own month. */
export function reversing(posted: readonly PostedBalance[]): Movement[] {
  return spending([], posted)
}

function differences(due: readonly Demand[], posted: readonly Demand[],
  [more, less]: readonly ['occupy' | 'spend', 'release' | 'refund']): Movement[] {
  const open = new Map<string, { line: Demand; amount: Decimal }>()
  const add = (line: Demand, amount: Decimal) => {
    const text = JSON.stringify([line.row, keyText(line), line.source?.document, line.source?.row])
    open.set(text, { line, amount: (open.get(text)?.amount ?? new Decimal(0)).plus(amount) })
  }
  for (const line of due) add(line, line.amount)
  for (const line of posted) add(line, line.amount.negated())
  return [...open.values()].filter(({ amount }) => !amount.isZero()).map((
    { line: { row, department, category, year, month, source }, amount },
  ) => ({
    row,
    department,
    category,
    year,
    month,
    ...(source && { source }),
    kind: amount.isPositive() ? more : less,
    amount: amount.abs(),
  }))
}
