import { sumMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { RecordStep } from '#server/resources/rules.ts'
import { budgetLedger, holdOpenMonth, spending } from '#plugins/budgets/server/public-api.ts'
import { projectCharges } from '#plugins/projects/server/public-api.ts'
import { offlineReimbursement } from '../../offline-reimbursement/offline-reimbursement.ts'
import { countOffline } from './counting.ts'

/** Row id in the ledger: each register row has one ledger row. */
const row = 'register'

/**
 * Reconciles ledger, project charges and statistics with a row of the register: posts the difference, or reverses everything if deleted.
 * @throws Refused if the month of a deleted row is closed
 */
export async function bookIt({ db, id, value, by, at }: RecordStep, change: 'written' | 'deleted'): Promise<void> {
  if (change === 'deleted') await holdOpenMonth(db, String(value['budgetMonth']), at)
  const ledger = budgetLedger(db)
  const movements = spending(change === 'deleted' ? [] : [demandOf(value)], await ledger.balances(id))
  // the charges of a deleted row are kept: its reversed spending makes them add up to zero
  if (change === 'written') await projectCharges(db).keep(id, chargesOf(value))
  await countOffline(db, { id, value, at }, change)
  await ledger.post(movements, {
    document: id,
    type: offlineReimbursement.name,
    round: 1,
    operator: by,
    at,
    number: String(value['businessNo']),
    corrects: true,
    currency: String(value['currencyType']),
    rate: String(value['exchangeRate']),
  })
}

const chargesOf = ({ project }: FormValue) => (typeof project === 'string' && project !== '' ? [{ row, project }] : [])

/** Budget demand of a row; negative amounts are refunds. */
export function demandOf(value: FormValue) {
  const [year = 0, month = 0] = String(value['budgetMonth']).split('-').map(Number)
  return { row, department: String(value['budgetDept']), category: String(value['expenseCategory']), year, month,
    amount: sumMoney([String(value['amountRmb'])]) }
}
