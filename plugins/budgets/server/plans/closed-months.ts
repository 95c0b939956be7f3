import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { monthAt, monthNumber, monthOf } from '../ledger/key.ts'
import { years } from './years.ts'

/**
 * Holds a month open for a booking until the transaction ends. A month before the previous one is closed, and every
 * month of a locked year.
 * @param month yyyy-MM
 * @throws Refused `budgets.monthClosed` or `budgets.locked`
 */
export async function holdOpenMonth(db: Db, month: string, at: Date): Promise<void> {
  const parsed = monthOf(month)
  if (!parsed || monthNumber(parsed) < monthNumber(monthAt(at)) - 1) throw new Refused('budgets.monthClosed')
  await years(db).holdOpen(parsed.year)
}
