import type { FormValue } from '#kernel/values/value.ts'
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

/** Payee fields for a company account; the index makes the account number unique. */
export const toCompany = (name: string, index: number): FormValue => ({
  proceedsType: '1',
  payeeLines: [{ proceedsName: name, proceedsAccount: `3205017754360000${1000 + index}`, proceedsAccountType: '1', bankName: '中国建设银行',
    bankBranchNo: '105305060018' }],
})

/** Payee fields for an employee's card. */
export const toCard = (name: string): FormValue => ({
  proceedsType: '3',
  payeeLines: [{ proceedsName: name, proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
})
