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

/** The register of suppliers, as documents that introduce suppliers write it. */
export const suppliers = (db: Db) => ({
  /** A supplier of the register, in use or not, that has the name or the credit code. */
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

  /** Adds a supplier with its accounts; answers its id. @throws Refused where another has its code or credit code */
  async introduce(value: FormValue, accounts: readonly CorporateAccount[], writer: Writer): Promise<string> {
    const id = await register.insert(db, { ...value, enable: true }, writer)
    for (const account of accounts)
      await payeeAccounts(db).add({ ...account, ownerType: 'supplier', ownerId: id, accountType: '1', by: writer.by, at: writer.at })
    return id
  },

  /** Hides the supplier with its accounts: what refers to it still shows it, and another may be introduced under its name. */
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
