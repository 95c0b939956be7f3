import { type Selectable } from 'kysely'
import type { ReferenceSource } from '../../../server/plugin.ts'
import type { PayeeAccountTable } from './tables.ts'

type Account = Selectable<PayeeAccountTable>

/**
 * The accounts of the `bankAccount` kind. A person is offered their own and the suppliers', with numbers;
 * who merely knows an id learns its masked name.
 */
export const accountSource: ReferenceSource = {
  async find(db, ids) {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('payee_account').selectAll().where('id', 'in', [...ids]).execute()
    return rows.map(shown)
  },

  async candidates(db, { keyword, current, size, context }, caller) {
    const currency = context['currencyType']
    const pattern = `%${(keyword ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const query = db
      .selectFrom('payee_account')
      .where('del_flag', '=', 0)
      .where((eb) => eb.or([eb('owner_type', '=', 'supplier'), eb('owner_id', '=', caller.id)]))
      .$if(typeof currency === 'string' && currency !== '', (narrowed) => narrowed.where('currency_type', '=', String(currency)))
      .$if(keyword !== undefined, (searched) => searched.where((eb) => eb.or([eb('account_name', 'ilike', pattern), eb('account_no', 'ilike', pattern), eb('bank', 'ilike', pattern)])))
    const { total } = await query.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
    const rows = await query.selectAll().orderBy('owner_type', 'desc').orderBy('is_payroll', 'desc').orderBy('account_name').orderBy('id').limit(size).offset((current - 1) * size).execute()
    return { records: rows.map((row) => ({ ...shown(row), ...filled(row) })), total: Number(total) }
  },
}

function shown(row: Account) {
  const name = `${row.account_name} ${row.bank} ····${row.account_no.slice(-4)}`.replaceAll('/', '／')
  return { id: row.id, name, enabled: row.del_flag === 0, ownerType: row.owner_type, payroll: row.is_payroll, currencyType: row.currency_type, bankName: row.bank }
}

/** What choosing the account fills into a payee line. */
const filled = (row: Account) => ({
  proceedsName: row.account_name,
  proceedsAccount: row.account_no,
  proceedsAccountType: row.proceeds_account_type,
  bankBranchNo: row.branch_no,
  swiftNumber: row.swift,
  bankAddress: row.address,
})
