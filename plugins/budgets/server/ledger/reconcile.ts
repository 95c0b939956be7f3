import { Decimal } from 'decimal.js'
import { type BudgetKey, keyText } from './key.ts'

/** A row of an application whose occupation a claim has taken over. */
export interface OccupationSource {
  readonly document: string
  readonly row: string
}

/** The demand of one row of a document on one budget, RMB above 0. */
export interface Demand extends BudgetKey {
  readonly row: string
  /** The source from which it is taken over, where it is not new. */
  readonly source?: OccupationSource
  readonly amount: Decimal
}

/** The balance of one row of a document on one budget, as the ledger has it. */
export interface PostedBalance extends BudgetKey {
  readonly row: string
  readonly source?: OccupationSource
  readonly occupied: Decimal
  readonly spent: Decimal
}

/** An entry to be: the kind says the direction. */
export interface Movement extends BudgetKey {
  readonly row: string
  readonly source?: OccupationSource
  readonly kind: 'occupy' | 'release' | 'spend' | 'refund'
  readonly amount: Decimal
}

/** Makes what is occupied what is asked for: the difference, nothing else. */
export function occupying(demands: readonly Demand[], posted: readonly PostedBalance[]): Movement[] {
  return differences(demands, posted.map((line) => ({ ...line, amount: line.occupied })), ['occupy', 'release'])
}

/** Turns what is occupied into what is spent: everything occupied is released, what is asked for is spent. */
export function spending(demands: readonly Demand[], posted: readonly PostedBalance[]): Movement[] {
  const released = differences([], posted.map((line) => ({ ...line, amount: line.occupied })), ['occupy', 'release'])
  return [...released, ...differences(demands, posted.map((line) => ({ ...line, amount: line.spent })), ['spend', 'refund'])]
}

/** Takes everything back, each in its own month. */
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
