import type { Db } from '#server/database/tables.ts'
import { recordsOf } from '../payments/records.ts'
import type { Story } from '../stories/tell.ts'
import { supplierStories } from './suppliers.ts'

/** What purchasing files before it buys. */
export async function sourcingStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const { suppliers } = await recordsOf(db)
  return supplierStories(anchor, suppliers[3] ?? '')
}
