import { moneyText, sumMoney } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataAudit } from '#server/plugin.ts'
import { budgetLedger, type PostedBalance } from '#plugins/budgets/server/public-api.ts'
import './tables.ts'

/** Number of rows per query. */
const batch = 500

/** Audit that compares the ledger balance of each row of the register with the row; a deleted row has no spending. */
export const offlineAudit: DataAudit = {
  name: 'offline reimbursement',
  async run(db) {
    const mismatches: string[] = []
    let checked = 0
    let last = ''
    for (;;) {
      const rows = await rowsAfter(db, last)
      const posted = await budgetLedger(db).balancesByDocument(rows.map(({ id }) => id))
      mismatches.push(...rows.flatMap((row) => compare(row, posted.get(row.id) ?? [])))
      checked += rows.length
      last = rows.at(-1)?.id ?? last
      if (rows.length < batch) return { checked, mismatches }
    }
  },
}

const rowsAfter = (db: Db, last: string) =>
  db.selectFrom('offline_reimbursement').select(['id', 'business_no', 'amount_rmb', 'del_flag']).where('id', '>', last).orderBy('id').limit(
    batch,
  ).execute()

type ReimbursementRow = Awaited<ReturnType<typeof rowsAfter>>[number]

function compare({ business_no: number, amount_rmb: amount, del_flag: isDeleted }: ReimbursementRow,
  posted: readonly PostedBalance[]): string[] {
  const spent = sumMoney(posted.map((line) => line.spent))
  const expected = sumMoney([isDeleted ? 0 : amount])
  return spent.eq(expected) ? [] : [`${number} has spent ${moneyText(spent)}, the register says ${moneyText(expected)}`]
}
