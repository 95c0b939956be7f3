import { Decimal } from 'decimal.js'
import type { Db } from '#server/database/tables.ts'
import { otherConsumption } from '#server/documents/links/other-consumption.ts'

/** Open amounts of payments by id: paid, minus repayments and write-offs of live claims. */
export async function openAmounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
  if (ids.length === 0) return new Map()
  return new Map([...(await otherConsumption(db, ids, undefined))].map(([id, { remaining }]) => [id, remaining ?? new Decimal(0)]))
}
