import { type Expression, sql, type SqlBool } from 'kysely'
import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentReader, readable } from '#server/documents/visibility/scope.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import { effect, planMonths } from './sums.ts'
import type { EntryKind } from '../tables.ts'
import '../tables.ts'

export interface EntryFilter {
  /** Departments whose entries are visible to the caller. */
  readonly scope: DepartmentScope
  readonly department?: string
  readonly category?: string
  readonly year?: number
  /** 1–12 */
  readonly month?: number
  /** Range of months 1–12, both inclusive. */
  readonly fromMonth?: number
  readonly toMonth?: number
  readonly kind?: EntryKind
  readonly document?: string
}

export interface EntryQuery extends EntryFilter {
  /** Reader for whom document numbers are resolved; entries of other documents are shown without them. */
  readonly reader: DocumentReader
  readonly current: number
  readonly size: number
}

/** A page of ledger entries, newest first, with the numbers of readable documents. */
export async function entryPage(db: Db, query: EntryQuery) {
  const { current, size } = query
  const { total } = await filtered(db, query).select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await shown(db, query).orderBy('entry.id', 'desc').limit(size).offset((current - 1) * size).execute()
  return { records: rows, total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
}

/**
 * Initial and final amount of a drill-down: the plan of the filtered lines and months, and the available amount after all entries, negative
 * if exceeded. Undefined if the filter by kind or document leaves out entries.
 */
export async function balanceOf(db: Db, filter: EntryFilter): Promise<{ planned: string; balance: string } | undefined> {
  const { department, category, year, kind, document } = filter
  if (department === undefined || year === undefined || (kind ?? document) !== undefined) return undefined
  const { from, to } = monthsOf(filter)
  const ofCategory = (column: string) => (category === undefined ? sql`true` : sql`${sql.ref(column)} = ${category}`)
  const { rows: [row] } = await sql<{ planned: string; moved: string }>`
    select (select coalesce(sum(amount), 0) from annual_budget plan
      cross join lateral unnest((${planMonths})[${from}::integer : ${to}::integer]) amount
        where plan.del_flag = 0 and plan.budget_year = ${year} and plan.department_id = ${department} and ${
    ofCategory('plan.expense_category_id')
  }) as planned,
      (select coalesce(sum(${effect}), 0) from budget_entry entry
        where entry.year = ${year} and entry.month between ${from} and ${to} and entry.department_id = ${department} and ${
    ofCategory('entry.expense_category_id')
  }) as moved`
    .execute(db)
  if (!row) return undefined
  return { planned: moneyText(new Decimal(row.planned)), balance: moneyText(new Decimal(row.planned).plus(row.moved)) }
}

const monthsOf = ({ month, fromMonth, toMonth }: EntryFilter) => ({ from: month ?? fromMonth ?? 1, to: month ?? toMonth ?? 12 })

/** Columns of an entry by wire name. */
const shown = (db: Db, query: EntryQuery) =>
  filtered(db, query)
    .leftJoin(
      db.selectFrom('document').select(['document.id', 'document.number', 'document.title', 'document.title_en', 'document.type']).where(
        readable(query.reader),
      ).as('document'),
      'document.id',
      'entry.document_id',
    )
    .select([
      'entry.id',
      'entry.year',
      'entry.month',
      'entry.department_id as departmentId',
      'entry.expense_category_id as expenseCategoryId',
      'entry.kind as entryType',
      'entry.amount as amountRmb',
      'entry.direction',
      'entry.business_type as businessType',
      'entry.document_id as businessKey',
      'document.id as procInstId',
      'document.title',
      'document.title_en as titleEn',
      'entry.row_id as itemId',
      'entry.round',
      'entry.ref_entry_id as refEntryId',
      'entry.currency',
      'entry.rate',
      'entry.off_budget as offBudget',
      'entry.reason',
      'entry.operator',
      'entry.happen_time as happenTime',
    ])
    .select((eb) => eb.fn.coalesce('document.number', 'entry.number').as('businessNo'))
    .select(sql<string>`${effect}`.as('effect'))
    // running sum of effects; the available amount is the plan plus this sum
    .select(sql<string>`sum(${effect}) over (order by entry.id)`.as('running'))

/** Query of the filtered entries. */
function filtered(db: Db, filter: EntryFilter) {
  const { scope, department, category, year, month, kind, document } = filter
  const { from, to } = monthsOf(filter)
  const equal = { department_id: department, expense_category_id: category, year, month, kind, document_id: document }
  const conditions = Object.fromEntries(
    Object.entries(equal).map(([column, value]) => [`entry.${column}`, value]).filter(([, value]) => value !== undefined),
  )
  return db
    .selectFrom('budget_entry as entry')
    .where((eb) => eb.and(conditions as never))
    .where('entry.month', '>=', from)
    .where('entry.month', '<=', to)
    // `= any` of an empty list is false; `in ()` would be invalid SQL
    .where((eb): Expression<SqlBool> => (scope === 'all' ? eb.lit(true) : eb('entry.department_id', '=', eb.fn.any(eb.val([...scope])))))
}
