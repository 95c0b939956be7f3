import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'

/** Ids of records of the company, in the order of their codes. */
export interface Records {
  readonly suppliers: readonly string[]
  readonly customers: readonly string[]
  readonly materials: readonly string[]
}

/** Reads the ids of enabled records, at most twenty of each kind. */
export const recordsOf = async (db: Db): Promise<Records> => ({ suppliers: await idsOf(db, 'supplier'),
  customers: await idsOf(db, 'customer'), materials: await idsOf(db, 'material') })

async function idsOf(db: Db, table: 'supplier' | 'customer' | 'material'): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('enable', '=', true).orderBy('code').limit(20).execute()
  return rows.map(({ id }) => id)
}
