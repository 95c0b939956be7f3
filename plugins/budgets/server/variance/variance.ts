import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { moneyText } from '#kernel/values/money.ts'
import { Forbidden, Missing } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import { signedIn } from '#server/http/access.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import type { Host } from '#server/host.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import { varianceOf, varianceShareOf } from '#plugins/budgets/figures.ts'
import { dueDay, isQuarterOver } from '#plugins/budgets/budget-year.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { categoryName, within, yearNumber } from '../grid/grid.ts'
import { planMonths } from '../ledger/lines.ts'
import { sees, years } from '../plans/years.ts'
import '../tables.ts'
import { demandScope, headed } from '../grid/row-scope.ts'

export interface VarianceQuery {
  readonly year: number
  /** Visible departments. */
  readonly scope: DepartmentScope
  readonly departments?: readonly string[]
}

/** Figures of a line in a quarter with its variance reason; amounts in RMB. */
type QuarterLine = ReturnType<typeof quarterLineOf>

/** Lines of a quarter with their reasons. */
export async function quarterLines(db: Db, query: VarianceQuery, quarter: number): Promise<QuarterLine[]> {
  const { varianceDueDays } = await years(db).of(query.year)
  const { rows } = await sql<QuarterRow>`${
    quarterTable(query, [quarter])
  } select * from quarter_line order by place, department, category_order, category_code`.execute(db)
  return rows.map((row) => quarterLineOf(row, query.year, varianceDueDays))
}

/** Number of overspent lines without a reason in finished quarters. */
export async function varianceDue(db: Db, { at, ...query }: VarianceQuery & { readonly at: Date }): Promise<number> {
  const today = todayOf(at)
  const over = [1, 2, 3, 4].filter((quarter) => isQuarterOver(query.year, quarter, today))
  if (over.length === 0) return 0
  const { rows } = await sql<{ due: string }>`${
    quarterTable(query, over)
  } select count(*) as due from quarter_line where used > budget and reason is null`.execute(db)
  return Number(rows[0]?.due ?? 0)
}

interface Explanation {
  readonly year: number
  readonly quarter: number
  readonly department: string
  readonly category: string
  readonly reason: string
  readonly by: string
  readonly at: Date
  /** Submitted after the deadline. */
  readonly late: boolean
}

/** Saves the reason of a line and quarter; updating one that was submitted in time does not make it overdue. */
export function explain(db: Db, { year, quarter, department, category, reason, by, at, late }: Explanation): Promise<{ overdue: boolean }> {
  const submission = { reason, submitted_by: by, submitted_time: at }
  return db
    .insertInto('budget_variance_reason')
    .values({ year, quarter, department_id: department, expense_category_id: category, ...submission, overdue: late })
    .onConflict((conflict) => conflict.columns(['year', 'quarter', 'department_id', 'expense_category_id']).doUpdateSet(submission))
    .returning('overdue')
    .executeTakeFirstOrThrow()
}

interface QuarterRow {
  readonly quarter: number
  readonly department: string
  readonly department_name: string
  readonly category: string
  readonly category_cn: string
  readonly category_en: string
  readonly budget: string
  readonly used: string
  readonly reason: string | null
  readonly submitted_by: string | null
  readonly submitted_time: Date | null
  readonly overdue: boolean | null
}

/** Common table expression `quarter_line`: a row per line and quarter. */
export function quarterTable(query: VarianceQuery, quarters: readonly number[]) {
  const { year } = query
  return sql`with recursive tree as (
      select id, array[sort] as place from sys_group where parent_id is null
      union all select below.id, tree.place || below.sort from sys_group below join tree on tree.id = below.parent_id
    ), totals as (
      select department_id as department, expense_category_id as category, (month + 2) / 3 as quarter,
        sum(moved) as moved, sum(used) as used
      from budget_total where year = ${year} and ${within(sql`department_id`, query)} group by 1, 2, 3
    ), plans as (
      select * from annual_budget where budget_year = ${year} and del_flag = 0 and ${within(sql`department_id`, query)}
    ), line as (
      select department_id as department, expense_category_id as category from plans union select department, category from totals
    ), quarter_line as (
      select quarter.number as quarter, line.department, unit.name as department_name, tree.place, line.category,
        category.name_cn as category_cn, category.name_en as category_en, category.code as category_code, category.sort as category_order,
        coalesce((select sum(amount) from unnest((${planMonths})[quarter.number * 3 - 2 : quarter.number * 3]) amount), 0) +
          coalesce(totals.moved, 0) as budget,
        coalesce(totals.used, 0) as used, said.reason, said.submitted_by, said.submitted_time, said.overdue
      from line cross join unnest(${[...quarters]}::integer[]) as quarter (number)
      join sys_group unit on unit.id = line.department join tree on tree.id = unit.id
      join expense_category category on category.id = line.category
      left join plans plan on plan.department_id = line.department and plan.expense_category_id = line.category
      left join totals on totals.department = line.department and totals.category = line.category and totals.quarter = quarter.number
      left join budget_variance_reason said on said.year = ${year} and said.quarter = quarter.number
        and said.department_id = line.department and said.expense_category_id = line.category
    )`
}

function quarterLineOf(row: QuarterRow, year: number, dueDays: number) {
  const figures = { budget: new Decimal(row.budget), used: new Decimal(row.used) }
  return {
    departmentId: row.department,
    departmentName: row.department_name,
    expenseCategoryId: row.category,
    expenseCategoryName: categoryName(row.category_cn, row.category_en),
    budget: moneyText(figures.budget),
    actual: moneyText(figures.used),
    variance: moneyText(varianceOf(figures)),
    /** Variance as a share of the budget; null without one. */
    share: varianceShareOf(figures)?.toFixed(4) ?? null,
    /** Overspent, so a reason is required. */
    needed: figures.used.gt(figures.budget),
    /** Deadline of the reason, yyyy-MM-dd. */
    dueDate: dueDay(year, row.quarter, dueDays),
    reason: row.reason,
    submittedBy: row.submitted_by,
    submittedTime: row.submitted_time && nowOf(row.submitted_time),
    /** Submitted after the deadline. */
    overdue: row.overdue ?? false,
  }
}

const id = z.string().min(1).max(64)
const quarter = z.coerce.number().int().min(1).max(4)

const querystring = z.strictObject({ year: yearNumber, quarter, departmentId: id.optional(), _t: z.unknown().optional() })

const input = z.strictObject({ year: yearNumber, quarter: z.int().min(1).max(4), departmentId: id, categoryId: id,
  reason: z.string().trim().min(1).max(1000) })

const path = '/budgetservice/budget/varianceReason'

/** Routes for the reasons for overspending, by quarter. */
export function varianceRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'budgetVariance' }

  routes.get(path, { config, schema: { querystring } }, async ({ query: { year, quarter: of, departmentId }, caller }) => {
    const scope = await demandScope(host, host.db, caller)
    return quarterLines(host.db, { year, scope, departments: departmentId === undefined ? undefined : [departmentId] }, of)
  })

  routes.get(`${path}/due`, { config, schema: { querystring: z.strictObject({ year: yearNumber, _t: z.unknown().optional() }) } },
    async ({ query: { year }, caller }) => {
      const scope = await demandScope(host, host.db, caller)
      return { due: await varianceDue(host.db, { year, scope, at: host.clock.now() }) }
    })

  routes.post(path, { config: { ...config, repeats: 'once' }, schema: { body: input } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const { year, quarter: of, departmentId: department, categoryId: category, reason } = request.body
        await demandMayExplain(now, department)
        const lines = await quarterLines(now.db, { year, scope: [department] }, of)
        const line = lines.find(({ expenseCategoryId }) => expenseCategoryId === category)
        if (!line) throw new Missing('error.missing')
        const { overdue } = await explain(now.db, { year, quarter: of, department, category, reason, by: now.caller.id, at: now.at,
          late: todayOf(now.at) > line.dueDate })
        request.audited = { id: `${year}-${of} ${department} ${category}`, before: { reason: line.reason }, after: { reason } }
        return overdue ? withMessage({ overdue }, 'budgets.varianceLate') : { overdue }
      }))
}

/** Allows heads to explain for their departments, and finance for visible ones. @throws Forbidden otherwise */
async function demandMayExplain({ db, host, caller }: CommandContext, department: string): Promise<void> {
  const own = await headed(db, caller.id)
  if (own.includes(department)) return
  if (!permits(caller.permissions, can.edit) || !sees(await demandScope(host, db, caller), department))
    throw new Forbidden('error.forbidden')
}
