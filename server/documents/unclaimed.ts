import { moneyText } from '../../src/kernel/money.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import type { Db } from '../database/tables.ts'
import type { Read } from './detail.ts'
import { otherClaims } from './other-claims.ts'

/** What live documents have left of a document that can be claimed, under the name by which its form shows it. */
export async function unclaimedOf(db: Db, { id, form, process }: Pick<Read, 'id' | 'form' | 'process'>): Promise<FormValue> {
  if (form.unclaimed === undefined || process.status !== 'completed') return {}
  const remaining = (await otherClaims(db, [id], undefined)).get(id)?.remaining
  return { [form.unclaimed]: remaining ? moneyText(remaining) : null }
}
