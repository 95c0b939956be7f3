import type { Db } from '../../../server/database/tables.ts'
import type { EntryKind } from './tables.ts'
import './tables.ts'

export interface EntryQuery {
  /** Departments whose entries the caller sees. */
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
  const { total } = await filtered(db, query).select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await shown(db, query).orderBy('entry.id', 'desc').limit(size).offset((current - 1) * size).execute()
  return { records: rows, total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
}

/** The columns of an entry by their wire names. */
const shown = (db: Db, query: EntryQuery) =>
  filtered(db, query)
    .leftJoin('document', 'document.id', 'entry.document_id')
    .select([
      'entry.id', 'entry.year', 'entry.month', 'entry.department_id as departmentId', 'entry.expense_category_id as expenseCategoryId', 'entry.kind as entryType',
      'entry.amount as amountRmb', 'entry.direction', 'entry.business_type as businessType', 'entry.document_id as businessKey', 'document.number as businessNo',
      'document.title', 'document.title_en as titleEn', 'entry.row_id as itemId', 'entry.round', 'entry.ref_entry_id as refEntryId', 'entry.currency', 'entry.rate',
      'entry.off_budget as offBudget', 'entry.reason', 'entry.operator', 'entry.happen_time as happenTime',
    ])

function filtered(db: Db, { sight, department, category, year, month, kind, document }: EntryQuery) {
  const equal = { department_id: department, expense_category_id: category, year, month, kind, document_id: document }
  const given = Object.fromEntries(Object.entries(equal).map(([column, value]) => [`entry.${column}`, value]).filter(([, value]) => value !== undefined))
  const query = db.selectFrom('budget_entry as entry').where((eb) => eb.and(given as never))
  // `= any` of an empty list is nothing; `in ()` would be no SQL.
  return sight === 'all' ? query : query.where((eb) => eb('entry.department_id', '=', eb.fn.any(eb.val([...sight]))))
}
