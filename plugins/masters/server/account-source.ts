import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ReferenceSource } from '#server/host.ts'
import { accessTo, disclosed, type Discloses } from '#kernel/fields/disclosure.ts'
import { maskedText, shownMasked } from '#kernel/values/masked-text.ts'
import { permits } from '#kernel/permissions.ts'
import { canSupplierAccount } from '../permissions.ts'
import { supplierAccount } from '../supplier-account.ts'
import type { SavedAccount } from './payee-accounts.ts'

type AccountReader = Discloses & Pick<Caller, 'id'>

/**
 * Reference source of payee accounts. Offers a person's own accounts and those of suppliers. Fields of supplier accounts follow the
 * reader's permissions on their register; without its view permission the number is masked except for its last four digits.
 */
export const accountSource: ReferenceSource = {
  isLimited: () => true,

  async find(db, ids, reader) {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('payee_account').selectAll().where('id', 'in', [...ids]).execute()
    return rows.map((row) => ({ ...named(row, shownAccount(row, reader?.caller)),
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
