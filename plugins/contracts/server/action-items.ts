import { todayOf } from '#kernel/values/dates.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { contract } from '../contract.ts'
import { nearUntil } from '../expiry.ts'
import { canLedger } from '../permissions.ts'
import './tables.ts'

/** Contracts not started or in execution that expire soon or have expired. */
export const endingContracts: ActionItemSource = {
  id: 'endingContracts',
  cn: '30天内到期的合同',
  en: 'Contracts expiring within 30 days',
  enOne: 'Contract that expires within 30 days',
  path: contract.path,
  needs: canLedger.edit,
  async count({ db, at }) {
    const { count } = await db.selectFrom('contract_ledger').select((eb) => eb.fn.countAll<string>().as('count'))
      .where('exec_state', 'in', ['0', '1']).where('del_flag', '=', 0).where('expiry_date', '<=', nearUntil(todayOf(at)))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}
