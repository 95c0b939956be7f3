import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentStep, readOnce } from '#server/extensions/document-extension.ts'
import { availableOf } from '#plugins/budgets/figures.ts'
import { type Band, bandOf } from '#plugins/statistics/bands.ts'
import { type BudgetKey, distinctKeys, firstDay, keyText } from '../ledger/key.ts'
import { type BudgetLine, budgetLines } from '../ledger/lines.ts'

/** An amount requested of a budget. */
export interface BudgetRequest extends BudgetKey {
  readonly amount: Decimal
}

/** A budget with the amount requested in addition to the amounts spent and occupied by others. */
export interface BudgetExcess extends BudgetLine {
  readonly requested: Decimal
  /** Amount by which the request exceeds the month's budget; zero without a plan. */
  readonly exceeded: Decimal
  readonly overYear: boolean
  readonly band: Band
  /** Refused by the year's control: the budget is exceeded or missing. */
  readonly refused: boolean
}

/**
 * Compares requests with their budgets, summed per key, in one statement.
 * @param excluding id of the requesting document, whose own entries are left out
 */
export const measureExcess = async (db: Db, requests: readonly BudgetRequest[], excluding?: string): Promise<BudgetExcess[]> =>
  excessesOf(requests, await budgetLines(db, distinctKeys(requests), excluding))

/** Like {@link measureExcess} for a step, cached so that `prepare` and `check` read the budgets once. */
export async function measureDemands(step: DocumentStep, requests: readonly BudgetRequest[]): Promise<BudgetExcess[]> {
  const keys = distinctKeys(requests)
  return excessesOf(requests,
    await readOnce(step, `budgets ${keys.map(keyText).join(' ')}`, () => budgetLines(step.db, keys, step.document.id)))
}

function excessesOf(requests: readonly BudgetRequest[], lines: readonly BudgetLine[]): BudgetExcess[] {
  const sums = requestedByKey(requests)
  return lines.map((line) => judgement(line, sums.get(keyText(line)) ?? new Decimal(0)))
}

/** Requested amounts summed per budget, by the text of its key. */
export function requestedByKey(requests: readonly BudgetRequest[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { amount, ...key } of requests) sums.set(keyText(key), (sums.get(keyText(key)) ?? new Decimal(0)).plus(amount))
  return sums
}

/** An excess as a row of documents and API responses. */
export const overBudgetRow = (excess: BudgetExcess, directory: Pick<Directory, 'department'>) => ({
  rowId: rowIdOf(excess),
  budgetDept: excess.department,
  departmentName: directory.department(excess.department)?.name ?? '',
  category: excess.category,
  month: firstDay(excess),
  budget: moneyText(excess.ofMonth.budget),
  spent: moneyText(excess.ofMonth.used),
  occupied: moneyText(excess.ofMonth.occupied),
  available: moneyText(availableOf(excess.ofMonth)),
  thisAmount: moneyText(excess.requested),
  exceeded: moneyText(excess.exceeded),
  warnLevel: excess.refused ? 'blocked' : excess.band,
})

/** Deterministic row id of a budget, so that unchanged rows keep their id; a hash of fixed length. */
export const rowIdOf = (key: BudgetKey): string => createHash('sha256').update(keyText(key)).digest('hex').slice(0, 20)

function judgement(line: BudgetLine, requested: Decimal): BudgetExcess {
  const { ofMonth, ofYear, planned } = line
  const used = ofMonth.used.plus(ofMonth.occupied).plus(requested)
  const hasBudget = planned || !ofMonth.budget.isZero()
  const exceeded = hasBudget ? Decimal.max(used.minus(ofMonth.budget), 0) : new Decimal(0)
  return {
    ...line,
    requested,
    exceeded,
    overYear: hasBudget && ofYear.used.plus(ofYear.occupied).plus(requested).gt(ofYear.budget),
    band: bandOf(hasBudget ? ofMonth.budget : undefined, used),
    refused: line.blocks && requested.gt(0) && (!hasBudget || exceeded.gt(0)),
  }
}
