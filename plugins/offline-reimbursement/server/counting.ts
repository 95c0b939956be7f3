import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { records } from '#server/resources/records.ts'
import { countedEntries, countEntry } from '#plugins/statistics/server/public-api.ts'
import { offlineReimbursement } from '../offline-reimbursement.ts'
import './tables.ts'

/** Rows that are read at once. */
const batch = 500

interface Row {
  readonly id: string
  readonly value: FormValue
  readonly at: Date
}

/** Adds a row to the statistics of expenses, or takes it out again when it was deleted. */
export function countOffline(db: Db, { id, value, at }: Row, happened: 'written' | 'deleted'): Promise<void> {
  const text = (key: string) => String(value[key] ?? '')
  const entry = {
    id,
    number: text('businessNo'),
    title: `${text('expenseDetail').replaceAll('/', '／')}/${text('expenseDetail').replaceAll('/', '／')}`,
    path: `${offlineReimbursement.path}?keyword=${encodeURIComponent(text('businessNo'))}`,
    day: dayOf(text('expenseDate'), text('budgetMonth')),
    department: text('bearingDept'),
    person: text('applicant'),
  }
  const figures = {
    page: 'expense',
    dimensions: { category: text('expenseCategory'), costCenter: text('costCenter'), project: text('project'), currency: text('currencyType') },
    measures: { offline: text('amountRmb'), total: text('amountRmb'), items: '1' },
  }
  return countEntry(db, entry, happened === 'deleted' ? undefined : figures, at)
}

/** The posting date; the first of the month that the row counts in, where that is another. */
const dayOf = (expenseDate: string, month: string): string => (expenseDate.startsWith(month) ? expenseDate : `${month}-01`)

/** Counts rows that were entered before statistics counted any. */
export async function countEarlier({ db }: Pick<Host, 'db'>): Promise<void> {
  for (let last = '';;) {
    const rows = await db.selectFrom('offline_reimbursement').select(['id', 'update_time']).where('id', '>', last).where('del_flag', '=', 0).orderBy('id').limit(batch).execute()
    const counted = await countedEntries(db, rows.map(({ id }) => id))
    for (const { id, update_time: at } of rows.filter((row) => !counted.has(row.id))) {
      await transaction(db, async (tx) => {
        const [value] = await records(offlineReimbursement).find(tx, [id])
        if (value) await countOffline(tx, { id, value, at }, 'written')
      })
    }
    if (rows.length < batch) return
    last = rows.at(-1)?.id ?? last
  }
}
