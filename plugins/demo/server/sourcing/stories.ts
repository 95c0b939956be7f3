import type { Db } from '#server/database/tables.ts'
import { recordsOf } from '../payments/records.ts'
import type { Story } from '../stories/story.ts'
import { priceStories, type PriceObject } from './prices.ts'
import { sampleStories } from './samples.ts'
import { supplierStories } from './suppliers.ts'

/** The documents that purchasing files before it buys. */
export async function sourcingStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const { suppliers } = await recordsOf(db)
  return [...sampleStories(anchor, suppliers[1] ?? ''), ...supplierStories(anchor, suppliers[3] ?? ''),
    ...priceStories(anchor, await priced(db, suppliers[1] ?? ''))]
}

/** A connector of the Suzhou plant. */
async function priced(db: Db, supplier: string): Promise<PriceObject> {
  const { id: material } = await db.selectFrom('material').select('id').where('code', 'like', 'J-%').where('factory', '=', '1000').orderBy(
    'code',
  ).limit(1)
    .executeTakeFirstOrThrow()
  const { id: factory } = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  const others = await db.selectFrom('supplier').select(['code', 'id']).where('code', 'in', ['V200004', 'V200010', 'V200011']).execute()
  return { supplier, others: new Map(others.map(({ code, id }) => [code, id])), material, factory }
}
