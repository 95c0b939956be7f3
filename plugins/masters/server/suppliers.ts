import { sql } from 'kysely'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { supplier } from '../supplier.ts'
import { type NewPayeeAccount, payeeAccounts } from './payee-accounts.ts'
import { supplierRules } from './rules.ts'
import './tables.ts'

type CorporateAccount = Pick<NewPayeeAccount, 'accountName' | 'accountNo' | 'bank' | 'branchNo' | 'swift' | 'currency'>

const register = records(supplier, supplierRules)

/** Register of suppliers, for documents that introduce them. */
export const suppliers = (db: Db) => ({
  /** Finds a supplier, enabled or not, with the same name or credit code. */
  async like(
    { name, creditCode }: { readonly name: string; readonly creditCode: string },
  ): Promise<{ by: 'name' | 'creditCode'; code: string } | undefined> {
    const needle = name.trim().toLowerCase()
    const row = await db
      .selectFrom('supplier')
      .select(['code', 'credit_code'])
      .where('del_flag', '=', 0)
      .where((eb) =>
        eb.or([eb(sql`lower(trim(name_cn))`, '=', needle), eb(sql`lower(trim(name_en))`, '=', needle),
          ...(creditCode === '' ? [] : [eb('credit_code', '=', creditCode)])])
      )
      .orderBy('code')
      .executeTakeFirst()
    return row && { by: creditCode !== '' && row.credit_code === creditCode ? 'creditCode' : 'name', code: row.code }
  },

  /** Inserts a supplier with its accounts; returns its id. @throws Refused where its code or credit code exists */
  async introduce(value: FormValue, accounts: readonly CorporateAccount[], writer: Writer): Promise<string> {
    const id = await register.insert(db, { ...value, enable: true }, writer)
    for (const account of accounts)
      await payeeAccounts(db).add({ ...account, ownerType: 'supplier', ownerId: id, accountType: '1', by: writer.by, at: writer.at })
    return id
  },

  /** Soft-deletes a supplier with its accounts: references keep showing it, and its name and codes become free. */
  async withdraw(code: string, writer: Writer): Promise<void> {
    const known = await db.selectFrom('supplier').select('id').where('code', '=', code).where('del_flag', '=', 0).executeTakeFirst()
    if (!known) return
    await register.remove(db, known.id, writer)
    await db.updateTable('payee_account').set((eb) => ({ del_flag: 1, update_by: writer.by, update_time: writer.at,
      version: eb('version', '+', 1) })
    )
      .where('owner_type', '=', 'supplier').where('owner_id', '=', known.id).where('del_flag', '=', 0).execute()
  },
})
