import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Resource } from '#kernel/resource.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { customer, salesGroup } from '../customer.ts'
import { material } from '../material.ts'
import { supplier } from '../supplier.ts'
import { type NewPayeeAccount, payeeAccounts } from './bank-accounts.ts'
import './tables.ts'

export const supplierRules: RecordRules = {
  constraints: { supplier_credit_code: { code: 'masters.creditCodeExists', fields: ['creditCode'] } },
}

export const supplierAccountRules: RecordRules = {
  constraints: { payee_account_no: { code: 'masters.accountExists', fields: ['accountNo'] } },
}

/** Rules of materials: only a set has components; each occurs once, and none is a set. Sets are issued, and not sold. */
export const materialRules: RecordRules = {
  async prepare({ db, id, value }) {
    if (value['isSet'] !== true) return { components: [], setCount: null }
    refuseSold(value)
    const ids = ((value['components'] ?? []) as readonly { readonly material?: string }[]).map(({ material = '' }) => material)
    if (ids.length === 0) throw refusedAt('masters.setIsEmpty')
    if (ids.includes(id)) throw refusedAt('masters.setOfItself')
    if (new Set(ids).size < ids.length) throw refusedAt('masters.componentTwice')
    const known = await db.selectFrom('material').select('is_set').where('id', 'in', ids).where('del_flag', '=', 0).execute()
    if (known.length < ids.length) throw refusedAt('error.field.choice')
    if (known.some(({ is_set: isSet }) => isSet)) throw refusedAt('masters.setOfSets')
    return {}
  },
}

/** @throws Refused for a set that is marked as sold */
function refuseSold({ saleable }: FormValue): void {
  if (saleable === true) throw new Refused('masters.setIsSold', {}, [{ field: 'saleable', code: 'masters.setIsSold' }])
}

const refusedAt = (code: string) => new Refused(code, {}, [{ field: 'components', code }])

/** Bulk inserts of master data with their rules applied; each returns the ids in input order. */
export function saveMasters(db: Db, { by, at }: Writer) {
  const adding = (resource: Resource, rules?: RecordRules) => async (values: readonly FormValue[]): Promise<string[]> => {
    const all = records(resource, rules)
    const ids: string[] = []
    for (const value of values) ids.push(await all.insert(db, value, { by, at }))
    return ids
  }
  return { suppliers: adding(supplier, supplierRules), salesGroups: adding(salesGroup), customers: adding(customer),
    materials: adding(material, materialRules) }
}

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
