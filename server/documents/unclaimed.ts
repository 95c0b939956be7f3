import { Decimal } from 'decimal.js'
import { moneyText } from '../../src/kernel/money.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import type { Db } from '../database/tables.ts'
import type { Read } from './detail.ts'
import { otherClaims } from './other-claims.ts'

/** What live documents claim of a completed document, and leave of it, under the names by which its form shows that. */
export async function unclaimedOf(db: Db, { id, form, process }: Pick<Read, 'id' | 'form' | 'process'>): Promise<FormValue> {
  if ((form.unclaimed ?? form.claimed) === undefined || process.status !== 'completed') return {}
  const claims = (await otherClaims(db, [id], undefined)).get(id)
  return {
    ...(form.unclaimed !== undefined && { [form.unclaimed]: claims?.remaining ? moneyText(claims.remaining) : null }),
    ...(form.claimed !== undefined && { [form.claimed]: moneyText(claims?.taken ?? new Decimal(0)) }),
  }
}
