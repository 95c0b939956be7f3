import { sql } from 'kysely'
import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { EntryKind } from '../tables.ts'
import { uses } from './lines.ts'
import '../tables.ts'

/** Entries of departments by time of posting; `until` is exclusive. */
export interface ExtractQuery {
  readonly departments: readonly string[]
  readonly from: Date
  readonly until: Date
}

/** Sums of entries per kind, RMB, signed by direction; `spent` is spending minus refunds. */
export interface LedgerTotals extends Readonly<Record<EntryKind | 'spent', string>> {
  readonly entries: number
}

const batch = 1_000

/** Iterates over entries in order of posting, in batches. */
export async function* ledgerExtract(db: Db, query: ExtractQuery) {
  for (let last = '0';;) {
    const rows = await entriesOf(db, query).where('entry.id', '>', last).orderBy('entry.id').limit(batch).execute()
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.id ?? last
    if (rows.length < batch) return
  }
}

export type ExtractedEntry = Awaited<ReturnType<ReturnType<typeof entriesOf>['execute']>>[number]

/** Sums of the same entries, calculated by the database. */
export async function ledgerTotals(db: Db, query: ExtractQuery): Promise<LedgerTotals> {
  const rows = await extracted(db, query).select(['entry.kind']).select(sql<string>`count(*)`.as('entries')).select(
    sql<string>`sum(entry.amount * entry.direction)`.as('sum'),
  )
    .groupBy('entry.kind').execute()
  const sumOf = (...kinds: readonly EntryKind[]) =>
    moneyText(rows.filter(({ kind }) => kinds.includes(kind)).reduce((total, { sum }) => total.plus(sum), new Decimal(0)))
  return { entries: rows.reduce((total, { entries }) => total + Number(entries), 0), occupy: sumOf('occupy'), release: sumOf('release'),
    spend: sumOf('spend'), refund: sumOf('refund'), transfer: sumOf('transfer'), adjust: sumOf('adjust'), spent: sumOf('spend', 'refund') }
}

/** Spending per document, RMB, by document id. */
export async function ledgerSpending(db: Db, query: ExtractQuery, documents: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await extracted(db, query).select(['entry.document_id']).select(sql<string>`sum(entry.amount * entry.direction)`.as('sum'))
    .where('entry.document_id', '=', (eb) => eb.fn.any(eb.val([...documents]))).where(sql<boolean>`${uses}`).groupBy('entry.document_id')
    .execute()
  return new Map(rows.map(({ document_id: id, sum }) => [id ?? '', moneyText(new Decimal(sum))]))
}

/** Entries with the names of their documents. */
const entriesOf = (db: Db, query: ExtractQuery) =>
  extracted(db, query).leftJoin('document', 'document.id', 'entry.document_id').selectAll('entry').select(['document.title',
    'document.title_en'])
    .select((eb) => eb.fn.coalesce('document.number', 'entry.number').as('business_no'))

const extracted = (db: Db, { departments, from, until }: ExtractQuery) =>
  db.selectFrom('budget_entry as entry').where('entry.department_id', '=', (eb) => eb.fn.any(eb.val([...departments])))
    .where('entry.happen_time', '>=', from).where('entry.happen_time', '<', until)
