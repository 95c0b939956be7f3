import type { Db } from '../../../server/database/tables.ts'
import type { EntryKind } from './tables.ts'
import './tables.ts'

export interface EntryQuery {
  readonly sight: 'all' | readonly string[]
  readonly department?: string
  readonly category?: string
  readonly year?: number
  /** 1–12 */
  readonly month?: number
  readonly kind?: EntryKind
  readonly document?: string
  readonly current: number
  readonly size: number
}

/** A page of the ledger, newest first, with the numbers of the documents behind it. */
export async function entryPage(db: Db, query: EntryQuery) {
  const { current, size } = query
  const wanted = filtered(db, query)
  const { total } = await wanted.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .leftJoin('document', 'document.id', 'entry.document_id')
    .selectAll('entry')
    .select(['document.number', 'document.title', 'document.title_en'])
    .orderBy('entry.id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute()
  return { records: rows.map(wireOf), total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
}

type Row = Awaited<ReturnType<ReturnType<typeof joined>['execute']>>[number]

const joined = (db: Db) =>
  db.selectFrom('budget_entry as entry').leftJoin('document', 'document.id', 'entry.document_id').selectAll('entry').select(['document.number', 'document.title', 'document.title_en'])

function filtered(db: Db, { sight, department, category, year, month, kind, document }: EntryQuery) {
  return db
    .selectFrom('budget_entry as entry')
    .$if(sight !== 'all', (seen) => seen.where('entry.department_id', 'in', sight === 'all' ? [] : [...sight]))
    .$if(department !== undefined, (seen) => seen.where('entry.department_id', '=', department ?? ''))
    .$if(category !== undefined, (seen) => seen.where('entry.expense_category_id', '=', category ?? ''))
    .$if(year !== undefined, (seen) => seen.where('entry.year', '=', year ?? 0))
    .$if(month !== undefined, (seen) => seen.where('entry.month', '=', month ?? 0))
    .$if(kind !== undefined, (seen) => seen.where('entry.kind', '=', kind ?? 'adjust'))
    .$if(document !== undefined, (seen) => seen.where('entry.document_id', '=', document ?? ''))
}

const wireOf = (row: Row) => ({
  id: row.id,
  year: row.year,
  month: row.month,
  departmentId: row.department_id,
  expenseCategoryId: row.expense_category_id,
  entryType: row.kind.toUpperCase(),
  amountRmb: row.amount,
  direction: row.direction,
  businessType: row.business_type,
  businessKey: row.document_id,
  businessNo: row.number,
  title: row.title,
  titleEn: row.title_en,
  itemId: row.row_id,
  round: row.round,
  refEntryId: row.ref_entry_id,
  currency: row.currency,
  rate: row.rate,
  offBudget: row.off_budget,
  reason: row.reason,
  operator: row.operator,
  happenTime: row.happen_time,
})
