import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import { accessTo, disclosed, type Discloses } from '#kernel/fields/disclosure.ts'
import { maskedText, shownMasked } from '#kernel/values/masked-text.ts'
import { permits } from '#kernel/permissions.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import { runText } from '#server/database/statements/text-statements.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ReferenceSource } from '#server/host.ts'
import type { PayeeAccountTable } from './tables.ts'
import { canSupplierAccount } from '../permissions.ts'
import { supplierAccount } from '../supplier.ts'

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

const accountsOfPerson = `select * from payee_account where del_flag = 0 and owner_type = 'user' and owner_id = $1
  order by is_payroll desc, create_time desc`

/** Payee accounts of people (own and payroll) and of suppliers. */
export const payeeAccounts = (db: Db) => ({
  /** A person's accounts, the payroll card first. */
  of: (person: string) => runText<SavedAccount>(db, accountsOfPerson, [person]),

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

/** A single id is compared directly, so that the plan is cached. */
const accountsById = (ids: readonly string[]): [text: string, values: readonly unknown[]] =>
  ids.length === 1 ? ['select * from payee_account where id = $1', ids] : ['select * from payee_account where id = any($1)', [ids]]

/** Accounts by id, deleted ones included. */
export async function savedAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SavedAccount>> {
  const rows = ids.length === 0 ? [] : await runText<SavedAccount>(db, ...accountsById(ids))
  return new Map(rows.map((row) => [row.id, row]))
}

const live = (db: Db) => db.selectFrom('payee_account').where('del_flag', '=', 0)

interface NewBank {
  readonly name: string
  readonly branch: string
  /** 12 digits. */
  readonly branchNo?: string | null
  readonly swift?: string | null
  readonly city?: string | null
  readonly by: string
  readonly at: Date
}

/** Bank branches; fill in payees. */
export const banks = (db: Db) => ({
  /** Branches that contain the keyword, ordered by name; at most 5,000. */
  async list(keyword?: string) {
    const query = db.selectFrom('bank').select(['name', 'branch', 'branch_no', 'swift', 'city']).where('del_flag', '=', 0).orderBy('name')
      .orderBy('branch').limit(5000)
    const rows = await (keyword
      ? query.where((eb) =>
        eb.or((['name', 'branch', 'branch_no', 'swift', 'city', 'pinyin'] as const).map((column) => eb(column, 'ilike', pattern(keyword))))
      )
      : query).execute()
    return rows.map(({ name, branch, branch_no: branchNo, swift, city }) => ({
      bankName: branch.startsWith(name) ? branch : `${name}${branch}`,
      branchNo,
      swift,
      city,
    }))
  },

  async save({ name, branch, branchNo = null, swift = null, city = null, by, at }: NewBank): Promise<void> {
    await db
      .insertInto('bank')
      .values({ id: newId(), name, branch, branch_no: branchNo, swift, city, pinyin: pinyinOf(name), create_by: by, update_by: by,
        create_time: at, update_time: at })
      .onConflict((conflict) =>
        conflict.column('branch_no').where('del_flag', '=', sql.lit(0)).doUpdateSet({ name, branch, swift, city, update_by: by,
          update_time: at })
      )
      .execute()
  },
})

const pattern = (keyword: string) => `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

type AccountReader = Discloses & Pick<Caller, 'id'>

/**
 * Reference source of payee accounts. Offers a person's own accounts and those of suppliers. Fields of supplier accounts follow the
 * reader's permissions on their register; without its view permission the number is masked except for its last four digits.
 */
export const accountSource: ReferenceSource = {
  isLimited: () => true,
  omitsRecords: () => false,

  async find(db, ids, reader) {
    const rows = await savedAccounts(db, ids)
    return [...rows.values()].map((row) => ({ ...named(row, shownAccount(row, reader?.caller)),
      ...(!reader && row.owner_type === 'user' && { owner: row.owner_id }) })
    )
  },

  async candidates(db, { keyword, current, size, context }, { caller }) {
    const currency = context['currencyType']
    const query = db
      .selectFrom('payee_account')
      .where('del_flag', '=', 0)
      .where((eb) => eb.or([eb('owner_type', '=', 'supplier'), eb('owner_id', '=', caller.id)]))
      .$if(typeof currency === 'string' && currency !== '', (narrowed) => narrowed.where('currency_type', '=', String(currency)))
      .$if(keyword !== undefined, (searched) => searched.where((eb) => containing(eb, keyword ?? '', caller)))
    const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await query.selectAll().orderBy('owner_type', 'desc').orderBy('is_payroll', 'desc').orderBy('account_name').orderBy('id')
      .limit(size).offset((current - 1) * size)
      .execute()
    return { records: rows.map((row) => candidate(row, shownAccount(row, caller))), total: Number(total) }
  },
}

/** Returns whether the reader may see the whole number: own accounts, and supplier accounts with permission for their register. */
export const readsNumber = ({ owner_type: type, owner_id: owner }: Pick<SavedAccount, 'owner_type' | 'owner_id'>,
  reader: AccountReader): boolean => type === 'user' ? owner === reader.id : readsSupplierNumbers(reader)

const readsSupplierNumbers = (reader: Discloses): boolean =>
  permits(reader.permissions, canSupplierAccount.view) && ['full', 'readOnly'].includes(accessTo(supplierAccount, reader, 'accountNo'))

/** Fields of an account as disclosed to the reader; all of them without a reader. */
function shownAccount(row: SavedAccount, reader?: AccountReader) {
  const whole = {
    accountName: row.account_name,
    accountNo: row.account_no,
    proceedsAccountType: row.proceeds_account_type,
    bank: row.bank,
    branchNo: row.branch_no,
    swift: row.swift,
    address: row.address,
  }
  if (!reader) return whole
  const known: Partial<typeof whole> = row.owner_type === 'supplier' ? disclosed(supplierAccount, reader, whole) : whole
  return readsNumber(row, reader) ? known : { ...known, accountNo: maskedText(row.account_no) }
}

type ShownAccount = Partial<Omit<ReturnType<typeof shownAccount>, 'accountNo'>> & { readonly accountNo?: string }

function named(row: SavedAccount, { accountName, bank }: ShownAccount) {
  const name = [accountName, bank, shownMasked(maskedText(row.account_no))].filter(Boolean).join(' ').replaceAll('/', '／')
  return { id: row.id, name, enabled: row.del_flag === 0, ownerType: row.owner_type, payroll: row.is_payroll,
    currencyType: row.currency_type, bankName: bank }
}

/** Candidate with the values that it fills into a payee row. */
const candidate = (row: SavedAccount, shown: ShownAccount) => ({
  ...named(row, shown),
  proceedsName: shown.accountName,
  proceedsAccount: shown.accountNo,
  proceedsAccountType: shown.proceedsAccountType,
  bankBranchNo: shown.branchNo,
  swiftNumber: shown.swift,
  bankAddress: shown.address,
})

/** Condition of the search: visible texts contain the keyword; masked numbers match by their last four digits. */
function containing(eb: ExpressionBuilder<Tables, 'payee_account'>, keyword: string, caller: Caller) {
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isOwn = eb('owner_id', '=', caller.id)
  const known = (field: 'accountName' | 'bank') => ['full', 'readOnly'].includes(accessTo(supplierAccount, caller, field))
  const text = (column: 'account_name' | 'bank',
    field: 'accountName' | 'bank') => (known(field) ? eb(column, 'ilike', pattern) : eb.and([isOwn, eb(column, 'ilike', pattern)]))
  const number = eb('account_no', 'ilike', pattern)
  return eb.or([
    text('account_name', 'accountName'),
    text('bank', 'bank'),
    readsSupplierNumbers(caller) ? number : eb.and([isOwn, number]),
    eb(sql<string>`right(account_no, 4)`, '=', keyword),
  ])
}
