import type { Selectable } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import type { PayeeAccountTable } from './tables.ts'

export interface NewPayeeAccount {
  readonly ownerType: 'user' | 'supplier'
  readonly ownerId: string
  readonly accountName: string
  /** Capital letters and digits, without spaces. */
  readonly accountNo: string
  readonly bank: string
  readonly branchNo?: string | null
  readonly swift?: string | null
  readonly address?: string | null
  readonly payroll?: boolean
  /** 1: corporate, 2: personal. */
  readonly accountType: '1' | '2'
  readonly currency: string
  readonly by: string
  readonly at: Date
}

/** Payee accounts of people (own and payroll) and of suppliers. */
export const payeeAccounts = (db: Db) => ({
  /** A person's accounts, the payroll card first. */
  of: (person: string) =>
    live(db).where('owner_type', '=', 'user').where('owner_id', '=', person).orderBy('is_payroll', 'desc').orderBy('create_time', 'desc')
      .selectAll().execute(),

  /** Adds an account. @throws Refused where the owner already has it */
  async add({ ownerType, ownerId, accountName, accountNo, by, at, ...rest }: NewPayeeAccount): Promise<string> {
    const { bank, branchNo = null, swift = null, address = null, payroll = false, accountType, currency } = rest
    const id = newId()
    await db
      .insertInto('payee_account')
      .values({
        id,
        owner_type: ownerType,
        owner_id: ownerId,
        account_name: accountName,
        account_no: accountNo,
        bank,
        branch_no: branchNo,
        swift,
        address,
        is_payroll: payroll,
        proceeds_account_type: accountType,
        currency_type: currency,
        create_by: by,
        update_by: by,
        create_time: at,
        update_time: at,
      })
      .execute()
      .catch((error: unknown) => {
        const code = 'masters.accountExists'
        throw isUniqueViolation(error, 'payee_account_no') ? new Refused(code, {}, [{ field: 'proceedsAccount', code }]) : error
      })
    return id
  },

  /** Deletes a person's own account. @throws Missing; Refused for the payroll card */
  async remove(person: string, id: string, at: Date): Promise<void> {
    const row = await live(db).where('owner_type', '=', 'user').where('owner_id', '=', person).where('id', '=', id).select('is_payroll')
      .forUpdate().executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    if (row.is_payroll) throw new Refused('masters.payrollFixed')
    await db.updateTable('payee_account').set((eb) => ({ del_flag: 1, update_by: person, update_time: at, version: eb('version', '+', 1) }))
      .where('id', '=', id).execute()
  },
})

/** An account of a person or a supplier. */
export type SavedAccount = Selectable<PayeeAccountTable>

/** Accounts by id, deleted ones included. */
export async function savedAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SavedAccount>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('payee_account').selectAll().where('id', 'in', [...ids]).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const live = (db: Db) => db.selectFrom('payee_account').where('del_flag', '=', 0)
