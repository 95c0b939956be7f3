import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import type { DataAudit } from '#server/plugin.ts'
import { records } from '#server/resources/records.ts'
import { countedEntries, type CountedEntry, countEntry, deviatingEntries,
  type EntryFigures } from '#plugins/statistics/server/public-api.ts'
import { offlineReimbursement } from '../../offline-reimbursement/offline-reimbursement.ts'
import './tables.ts'

/** Number of rows per query. */
const batch = 500

interface ReimbursementRow {
  readonly id: string
  readonly value: FormValue
  readonly at: Date
}

/** Adds a row to the expense statistics, or removes a deleted one. */
export const countOffline = (db: Db, { id, value, at }: ReimbursementRow, change: 'written' | 'deleted'): Promise<void> =>
  countEntry(db, entryOf(id, value), change === 'deleted' ? undefined : figuresOf(value), at)

function entryOf(id: string, value: FormValue): CountedEntry {
  const [number, detail] = [text(value, 'businessNo'), text(value, 'expenseDetail').replaceAll('/', '／')]
  return {
    id,
    number,
    title: `${detail}/${detail}`,
    path: `${offlineReimbursement.path}?keyword=${encodeURIComponent(number)}`,
    day: dayOf(text(value, 'expenseDate'), text(value, 'budgetMonth')),
    department: text(value, 'bearingDept'),
    person: text(value, 'applicant'),
  }
}

const figuresOf = (value: FormValue): EntryFigures => ({
  page: 'expense',
  dimensions: { category: text(value, 'expenseCategory'), costCenter: text(value, 'costCenter'), project: text(value, 'project'),
    currency: text(value, 'currencyType') },
  measures: { offline: text(value, 'amountRmb'), total: text(value, 'amountRmb'), items: '1' },
})

const text = (value: FormValue, key: string): string => String(value[key] ?? '')

/** Statistics date of a row: the posting date, or the first of the budget month if that differs. */
const dayOf = (expenseDate: string, month: string): string => (expenseDate.startsWith(month) ? expenseDate : `${month}-01`)

/** Counts rows entered before statistics existed. */
export async function countEarlier({ db }: Pick<Host, 'db'>): Promise<void> {
  for await (const rows of registerRows(db)) {
    const counted = await countedEntries(db, rows.map(({ id }) => id))
    for (const row of rows) if (!counted.has(row.id)) await recount(db, row.id)
  }
}

/** Job that reconciles the statistics of all rows. */
export const offlineRecount: Job = {
  name: 'offlineStatistics',
  every: hours(24),
  async run({ db, signal }) {
    for await (const rows of registerRows(db)) {
      for (const { id } of await deviating(db, rows)) {
        signal.throwIfAborted()
        await recount(db, id)
      }
    }
  },
}

/** Audit that reports rows whose facts deviate. */
export const offlineCountAudit: DataAudit = {
  name: 'offline reimbursement statistics',
  async run(db) {
    const mismatches: string[] = []
    let checked = 0
    for await (const rows of registerRows(db)) {
      for (const { value } of await deviating(db, rows)) mismatches.push(`${text(value, 'businessNo')} deviates from its facts`)
      checked += rows.length
    }
    return { checked, mismatches }
  },
}

interface RegisteredReimbursement {
  readonly id: string
  readonly value: FormValue
  readonly isDeleted: boolean
}

/** The rows whose facts differ from their values. */
async function deviating(db: Db, rows: readonly RegisteredReimbursement[]): Promise<readonly RegisteredReimbursement[]> {
  const ids = await deviatingEntries(db,
    rows.map(({ id, value, isDeleted }) => ({ entry: entryOf(id, value), figures: isDeleted ? undefined : figuresOf(value) })))
  return rows.filter(({ id }) => ids.has(id))
}

/** Recounts a row under lock, against concurrent changes. */
const recount = (db: Db, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    const { update_time: at, del_flag: deleted } = await tx.selectFrom('offline_reimbursement').select(['update_time', 'del_flag']).where(
      'id',
      '=',
      id,
    ).forUpdate()
      .executeTakeFirstOrThrow()
    const [value] = await register.find(tx, [id])
    if (value) await countOffline(tx, { id, value, at }, deleted ? 'deleted' : 'written')
  })

const register = records(offlineReimbursement)

/** Iterates over all rows, including deleted ones. */
async function* registerRows(db: Db): AsyncIterable<readonly RegisteredReimbursement[]> {
  for (let last = '';;) {
    const found = await db.selectFrom('offline_reimbursement').select(['id', 'del_flag']).where('id', '>', last).orderBy('id').limit(batch)
      .execute()
    const values = new Map((await register.find(db, found.map(({ id }) => id))).map((value) => [value.id, value]))
    yield found.map(({ id, del_flag: deleted }) => ({ id, value: values.get(id) ?? {}, isDeleted: Boolean(deleted) }))
    if (found.length < batch) return
    last = found.at(-1)?.id ?? last
  }
}
