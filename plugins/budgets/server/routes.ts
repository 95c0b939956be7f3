import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { Decimal } from 'decimal.js'
import { Forbidden, Refused } from '#kernel/errors.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { moneyText } from '#kernel/values/money.ts'
import { composeName } from '#kernel/wording/names.ts'
import type { Host } from '#server/host.ts'
import { importRoutes } from '#server/imports/routes.ts'
import { exportRoutes } from '#server/workbooks/exporter.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Db } from '#server/database/tables.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { availableOf, bandOfFigures } from '#plugins/budgets/figures.ts'
import type { YearSetting } from '#plugins/budgets/budget-year.ts'
import { checkCall, demandBudgetDepartment } from './documents/check-route.ts'
import { planExporter, planImporter } from './plans/workbook.ts'
import { ledgerExporter } from './ledger/export.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { gridQuery, pageCall } from './grid/page-route.ts'
import { planRoutes } from './plans/routes.ts'
import { overviewCall } from './overview/overview-route.ts'
import { varianceRoutes } from './variance/variance.ts'
import { lineAnswer, worstRows, yearNumber } from './grid/grid.ts'
import { demandScope, headed } from './grid/row-scope.ts'
import { adjust } from './plans/adjust.ts'
import { type BudgetKey, keyText, monthOf } from './ledger/key.ts'
import { type BudgetLine, budgetLines } from './ledger/lines.ts'
import { changes } from './plans/changes.ts'
import { years } from './plans/years.ts'

const month = z.int().min(1).max(12)

const setting = z.strictObject({
  year: yearNumber,
  startMonth: month,
  endMonth: month,
  varianceDueDays: z.int().min(0).max(366),
  control: z.enum(['warn', 'block']),
})

const locking = z.strictObject({ year: yearNumber, locked: z.boolean(), reason: z.string().trim().min(1).max(500) })

/** Calls for the settings of a year: span, control and lock. */
function yearRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const path = '/budgetservice/annualBudget'
  const config = { access: needs(can.lock), resource: 'budgetYear' }
  const querystring = z.strictObject({ year: yearNumber, _t: z.unknown().optional() })

  routes.get(`${path}/setting`, { config: { access: signedIn, resource: 'budgetYear' }, schema: { querystring } },
    async ({ query, caller }) => {
      await demandScope(host, host.db, caller)
      return years(host.db).of(query.year)
    })

  routes.put(`${path}/setting`, { config: { ...config, repeats: 'once' }, schema: { body: setting } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        const { body } = request
        const before = await years(db).hold(body.year, 'update')
        if (before.locked) throw new Refused('budgets.locked', { year: body.year })
        if (body.endMonth < body.startMonth) throw new Refused('budgets.endBeforeStart', {}, [{ field: 'endMonth',
            code: 'budgets.endBeforeStart' }])
        const after: YearSetting = { ...before, ...body }
        await years(db).set(after)
        await changes(db).write([{ year: body.year, action: 'setting', budget: null, before, after }], { operator: caller.id, at })
        request.audited = { id: String(body.year), before, after }
        return after
      }))

  routes.post(`${path}/lock`, { config: { ...config, repeats: 'once' }, schema: { body: locking } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        const { year, locked, reason } = request.body
        const before = await years(db).hold(year, 'update')
        if (before.locked === locked) return before
        const after = { ...before, locked }
        await years(db).set(after)
        await changes(db).write([{ year, action: locked ? 'lock' : 'unlock', budget: null, reason }], { operator: caller.id, at })
        request.audited = { id: String(year), before, after }
        return after
      }))
}

const query = z.strictObject({
  departmentId: z.string().min(1).max(64),
  year: z.coerce.number().int().min(2000).max(2200),
  month: z.coerce.number().int().min(1).max(12),
  _t: z.unknown().optional(),
})

/** Route for the budgets of a department in a month, by category. */
function listCall(app: FastifyInstance, host: Host): void {
  const { db } = host
  const config = { access: signedIn, resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/list', { config, schema: { querystring: query } },
    async ({ query: { departmentId, year, month }, caller }) => {
      const scope = await demandScope(host, db, caller)
      const department = demandBudgetDepartment(await host.directory(db), departmentId).id
      if (scope !== 'all' && !scope.includes(department)) throw new Forbidden('error.forbidden')
      const categories = await plannedCategories(db, department, year)
      const lines = await budgetLines(db, categories.map(({ id: category }) => ({ department, category, year, month })))
      return lines.map((line, index) => ({ expenseCategoryId: line.category, name: categories[index]?.name ?? '', ...shown(line) }))
    })
}

async function plannedCategories(db: Db, department: string, year: number) {
  const rows = await db
    .selectFrom('annual_budget')
    .innerJoin('expense_category', 'expense_category.id', 'annual_budget.expense_category_id')
    .where('department_id', '=', department)
    .where('budget_year', '=', year)
    .where('annual_budget.del_flag', '=', 0)
    .orderBy('expense_category.sort')
    .orderBy('expense_category.code')
    .select(['expense_category.id', 'name_cn', 'name_en'])
    .execute()
  return rows.map(({ id, name_cn, name_en }) => ({ id,
    name: composeName({ cn: name_cn.replaceAll('/', '／'), en: name_en.replaceAll('/', '／') }) })
  )
}

const shown = (line: BudgetLine) => ({
  monthBudget: moneyText(line.ofMonth.budget),
  monthUsed: moneyText(line.ofMonth.used),
  monthOccupied: moneyText(line.ofMonth.occupied),
  monthAvailable: moneyText(availableOf(line.ofMonth)),
  annualAvailable: moneyText(availableOf(line.ofYear)),
  band: bandOfFigures(line.ofMonth),
})

const planPath = '/budgetservice/annualBudget'
const ledgerPath = '/budgetservice/budget/ledger'

/** Routes of budgets for forms, finance and department heads. */
export function budgetRoutes(app: FastifyInstance, host: Host): void {
  for (const calls of [checkCall, listCall, ledgerRoutes, pageCall, planRoutes, adjustCall, yearRoutes, varianceRoutes, glanceCall,
    overviewCall, myYearCall]) calls(app, host)
  importRoutes(app, host, planPath, planImporter(host))
  exportRoutes(app, host, planPath, planExporter(host))
  exportRoutes(app, host, ledgerPath, ledgerExporter(host))
}

const querystring = z.strictObject({ year: yearNumber.optional(), size: z.coerce.number().int().min(1).max(20).default(3),
  _t: z.unknown().optional() })

/** Route for the most used budgets of a year: of a head's own departments, else of all visible ones; empty if there are none. */
function glanceCall(app: FastifyInstance, host: Host): void {
  const config = { access: signedIn, resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/glance', { config, schema: { querystring } },
    async ({ query: { year, size }, caller }) => {
      const own = await headed(host.db, caller.id)
      const query = await gridQuery(host, { year }, caller).catch(unlessSeesNone)
      if (!query) return []
      const rows = await worstRows(host.db, own.length > 0 ? { ...query, scope: own } : query, size)
      return rows.map((row) => {
        const { departmentId, departmentName, expenseCategoryId, expenseCategoryName, annualBudget, used, occupied, available, band } =
          lineAnswer(row)
        return { year: query.year, departmentId, departmentName, expenseCategoryId, expenseCategoryName, annualBudget, used, occupied,
          available, band }
      })
    })
}

function unlessSeesNone(error: unknown): undefined {
  if (!(error instanceof Forbidden)) throw error
}

/** Route for the caller's claims of this year by month of filing: approved, and in approval. RMB. */
function myYearCall(app: FastifyInstance, { db, clock, plugins }: Host): void {
  const types = plugins.flatMap(({ forms = [] }) => forms).flatMap(({ key, budget }) => (budget?.class === 'spending' ? [key] : []))
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/myYear', { config: { access: signedIn, resource: 'budget' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }, async ({ caller }) => {
    const year = Number(todayOf(clock.now()).slice(0, 4))
    const claimed = await claimedBy(db, caller.id, { year, types })
    const months = Array.from({ length: 12 }, (_, index) => sumsOf(claimed.filter(({ month }) => month === index + 1)))
    return { year, upToMonth: Number(todayOf(clock.now()).slice(5, 7)), ...sumsOf(claimed), months }
  })
}

interface ClaimAmount {
  readonly month: number
  readonly state: 'completed' | 'inApproval'
  readonly amount: string
}

async function claimedBy(db: Db, person: string, { year, types }: { year: number; types: readonly string[] }): Promise<ClaimAmount[]> {
  const { rows } = await sql<ClaimAmount>`
    select extract(month from started_at at time zone 'Asia/Shanghai')::int as month, state, coalesce(sum(amount), 0)::text as amount
    from document
    where starter = ${person} and type = any(${types}::text[]) and state in ('completed', 'inApproval')
      and started_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Asia/Shanghai') and started_at < make_timestamptz(${
    year + 1
  }, 1, 1, 0, 0, 0, 'Asia/Shanghai')
    group by 1, 2`.execute(db)
  return rows
}

const sumsOf = (claimed: readonly ClaimAmount[]) => ({ approved: sumOf(claimed, 'completed'), waiting: sumOf(claimed, 'inApproval') })

const sumOf = (claimed: readonly ClaimAmount[], state: ClaimAmount['state']): string =>
  moneyText(claimed.reduce((sum, each) => (each.state === state ? sum.plus(each.amount) : sum), new Decimal(0)))

const id = z.string().min(1).max(64)

const side = z.strictObject({ dept: id, cat: id, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) })

const input = z.strictObject({
  from: side,
  to: side,
  amount: z.string().regex(/^\d{1,16}(\.\d{1,2})?$/),
  reason: z.string().trim().min(1).max(500),
})

type AdjustmentSide = z.output<typeof side>

/** Route to transfer budget between months and lines of a year. */
function adjustCall(app: FastifyInstance, host: Host): void {
  const config = { access: needs(can.adjust), resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().post('/budgetservice/budget/adjust', { config: { ...config, repeats: 'once' },
    schema: { body: input } }, (request) =>
    unitOfWork(host, request, async (now) => {
      const { body } = request
      const [from, to] = [keyOf('from', body.from), keyOf('to', body.to)]
      const amount = new Decimal(body.amount)
      if (!amount.gt(0)) refuse('amount', 'budgets.amountZero')
      if (keyText(from) === keyText(to)) refuse('to', 'budgets.sameLine')
      if (from.year !== to.year) refuse('to', 'budgets.otherYear')
      const made = await adjust(now, { from, to, amount, reason: body.reason })
      request.audited = { id: made.number, after: body }
      return made
    }))
}

function keyOf(side: 'from' | 'to', { dept, cat, month }: AdjustmentSide): BudgetKey {
  const parsed = monthOf(month)
  return parsed ? { department: dept, category: cat, ...parsed } : refuse(`${side}.month`, 'error.field.month')
}

function refuse(field: string, code: string): never {
  throw new Refused(code, {}, [{ field, code }])
}
