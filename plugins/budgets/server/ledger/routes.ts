import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Decimal } from 'decimal.js'
import { type Expression, sql, type SqlBool } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { moneyText } from '#kernel/values/money.ts'
import { permits } from '#kernel/permissions.ts'
import { type DocumentReader, readable, readerOf } from '#server/documents/visibility/scope.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { monthOf } from './key.ts'
import { budgetScope, demandScope } from '../grid/row-scope.ts'
import { effect, planMonths } from './lines.ts'
import type { EntryKind } from '../tables.ts'

interface EntryFilter {
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

const id = z.string().min(1).max(64)

/** Entry kinds by wire name. */
const kinds = { OCCUPY: 'occupy', RELEASE: 'release', SPEND: 'spend', REFUND: 'refund', TRANSFER: 'transfer', ADJUST: 'adjust' } as const

const month = z.int().min(1).max(12)

const filters = z.strictObject({
  departmentId: id.optional(),
  categoryId: id.optional(),
  year: z.int().min(2000).max(2200).optional(),
  /** 1–12 of the year, or yyyy-MM. */
  month: z.union([month, z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)]).optional(),
  fromMonth: month.optional(),
  toMonth: month.optional(),
  entryType: z.enum(['OCCUPY', 'RELEASE', 'SPEND', 'REFUND', 'TRANSFER', 'ADJUST']).optional(),
  businessKey: id.optional(),
})

const input = filters.extend({ current: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(200).default(20) })

/** Routes for ledger entries, and for the caller's rights on budgets. */
export function ledgerRoutes(app: FastifyInstance, host: Host): void {
  const { db } = host
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.post('/budgetservice/budget/ledger/page', { config: { access: signedIn, reads: true, resource: 'budget' },
    schema: { body: input } }, async ({ body, caller }) => {
    const { current, size, ...conditions } = body
    const filter = filterOf(conditions, await demandScope(host, db, caller))
    const page = await entryPage(db, { ...filter, reader: await readerOf(host, db, caller), current, size })
    const balance = await balanceOf(db, filter)
    const planned = balance && new Decimal(balance.planned)
    return {
      ...page,
      ...balance,
      records: page.records.map(({ running, effect, ...entry }) => ({
        ...entry,
        entryType: entry.entryType.toUpperCase(),
        happenTime: nowOf(entry.happenTime),
        /** Change of the available amount, and the available amount afterwards. */
        change: moneyText(new Decimal(effect)),
        balance: planned ? moneyText(planned.plus(running)) : null,
      })),
    }
  })

  const mine = { config: { access: signedIn, resource: 'budget' }, schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }
  routes.get('/budgetservice/permission/mine', mine, async ({ caller }) => {
    const scope = await budgetScope(host, db, caller)
    return { canViewAll: scope === 'all', departmentIds: scope === 'all' ? [] : scope, canEdit: permits(caller.permissions, can.edit) }
  })
}

function filterOf(
  { departmentId: department, categoryId: category, businessKey: document, entryType, year, month: oneMonth, fromMonth, toMonth }: z.output<
    typeof filters
  >,
  scope: EntryFilter['scope'],
): EntryFilter {
  const time = typeof oneMonth === 'string' ? monthOf(oneMonth) : { year, month: oneMonth }
  return { scope, department, category, document, kind: entryType && kinds[entryType], ...time, fromMonth, toMonth }
}
