import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type RawBuilder, sql } from 'kysely'
import { Decimal } from 'decimal.js'
import { todayOf } from '#kernel/values/dates.ts'
import { moneyText } from '#kernel/values/money.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import { dueDay, isQuarterOver } from '#plugins/budgets/budget-year.ts'
import { annualOf, forecastOf, type MonthFigures } from '#plugins/budgets/figures.ts'
import { expectedOf, type Span } from '#plugins/statistics/forecast.ts'
import { type GridQuery, lines, within, yearNumber } from '../grid/grid.ts'
import { gridQuery } from '../grid/page-route.ts'
import { headed } from '../grid/row-scope.ts'
import { years } from '../plans/years.ts'
import { quarterTable, type VarianceQuery } from '../variance/variance.ts'

const querystring = z.strictObject({
  year: yearNumber.optional(),
  /** Restricts to departments that the caller heads. */
  own: z.literal('true').optional(),
  _t: z.unknown().optional(),
})

/** Route for the overview of a year's visible budgets: by month, category and department, with a forecast and variance reasons due. */
export function overviewCall(app: FastifyInstance, host: Host): void {
  const { db } = host
  const config = { access: signedIn, resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/overview', { config, schema: { querystring } },
    async ({ query: { year, own }, caller }) => {
      const departments = own ? await headed(db, caller.id) : undefined
      if (departments?.length === 0) return null
      const query = { ...(await gridQuery(host, { year }, caller)), departments }
      const { startMonth: start, endMonth: end } = await years(db).of(query.year)
      const before = { ...query, year: query.year - 1 }
      const [category, department, categoryBefore, departmentBefore, variances] = await Promise.all([
        yearSums(db, query, 'category'),
        yearSums(db, query, 'department'),
        spentOf(db, before, 'category'),
        spentOf(db, before, 'department'),
        variancesDue(db, { ...query, at: host.clock.now() }),
      ])
      const sums = { category, department }
      const lastYear = { category: categoryBefore, department: departmentBefore }
      return { year: query.year, upToMonth: query.upTo, today: todayOf(host.clock.now()), startMonth: start, endMonth: end,
        ...overviewAnswer({ sums, lastYear, span: { start, end }, upTo: query.upTo }), variances }
    })
}

/** Number of missing variance reasons of a department in a quarter, with their deadline. */
interface VariancesDue {
  readonly departmentId: string
  readonly departmentName: string
  readonly quarter: number
  readonly count: number
  /** Deadline, yyyy-MM-dd. */
  readonly dueDate: string
  readonly isLate: boolean
}

/** Missing variance reasons by department and quarter, highest number first. */
async function variancesDue(db: Db, { at, ...query }: VarianceQuery & { readonly at: Date }): Promise<VariancesDue[]> {
  const today = todayOf(at)
  const over = [1, 2, 3, 4].filter((quarter) => isQuarterOver(query.year, quarter, today))
  if (over.length === 0) return []
  const { varianceDueDays } = await years(db).of(query.year)
  const { rows } = await sql<{ department: string; department_name: string; quarter: number; due: string }>`${quarterTable(query, over)}
    select department, department_name, quarter, count(*) as due from quarter_line where used > budget and reason is null
    group by 1, 2, 3 order by 4 desc, 2, 3`
    .execute(db)
  return rows.map(({ department, department_name, quarter, due }) => {
    const dueDate = dueDay(query.year, quarter, varianceDueDays)
    return { departmentId: department, departmentName: department_name, quarter, count: Number(due), dueDate, isLate: today > dueDate }
  })
}

interface OverviewInput {
  readonly sums: Readonly<Record<Grouping, readonly YearSum[]>>
  readonly lastYear: Readonly<Record<Grouping, LastYear>>
  readonly span: Span
  /** The running month, 1–12; 0 before the year, 12 after it. */
  readonly upTo: number
}

type LastYear = Awaited<ReturnType<typeof spentOf>>

const months = Array.from({ length: 12 }, (_, index) => index + 1)

const zero = new Decimal(0)

/** The year by month, by category (highest spending first) and by department (largest budget first), each with its forecast. */
function overviewAnswer({ sums, lastYear, span, upTo }: OverviewInput) {
  const partsBy = (by: Grouping) => partsOf(sums[by], lastYear[by], { span, upTo })
  const all = yearOf({ figures: figuresOf(sums.category), lastYear: usedOf(lastYear.category), span, upTo })
  return {
    ...all.wire,
    months: all.months,
    expected: texts(all.expected),
    categories: partsBy('category').toSorted((one, other) => other.year.used.cmp(one.year.used)).map(({ id, name, year }) => ({ id, name,
      ...year.wire, months: year.months.map(({ used }) => used) })
    ),
    departments: partsBy('department').toSorted((one, other) => other.year.budget.cmp(one.year.budget)).map(({ id, name, year }) => ({ id,
      name, ...year.wire, months: year.months, expected: texts(year.expected) })
    ),
  }
}

/** Yearly figures per category or department. */
const partsOf = (sums: readonly YearSum[], lastYear: LastYear, { span, upTo }: Pick<OverviewInput, 'span' | 'upTo'>) =>
  [...new Map(sums.map(({ id, name }) => [id, name]))].map(([id, name]) => {
    const isOwn = (each: { readonly id: string }) => each.id === id
    return { id, name, year: yearOf({ figures: figuresOf(sums.filter(isOwn)), lastYear: usedOf(lastYear.filter(isOwn)), span, upTo }) }
  })

const texts = (amounts: readonly Decimal[]) => amounts.map((amount) => moneyText(amount))

function yearOf(
  { figures, lastYear, span, upTo }: { figures: readonly MonthFigures[]; lastYear: readonly Decimal[]; span: Span; upTo: number },
) {
  const { budget, used, occupied } = annualOf(figures, span)
  const soFar = { used: figures.map((month) => month.used), lastYear, span, upTo }
  const sameMonths = lastYear.slice(span.start - 1, Math.min(upTo, span.end)).reduce((sum, amount) => sum.plus(amount), zero)
  return {
    budget,
    used,
    months: figures.map((month) => ({ budget: moneyText(month.budget), used: moneyText(month.used), occupied: moneyText(month.occupied) })),
    expected: expectedOf(soFar),
    wire: {
      budget: moneyText(budget),
      used: moneyText(used),
      occupied: moneyText(occupied),
      forecast: moneyText(forecastOf({ ...soFar, occupied })),
      /** Spending in the same months of the previous year. */
      lastYear: moneyText(sameMonths),
    },
  }
}

const figuresOf = (sums: readonly YearSum[]): readonly MonthFigures[] =>
  months.map((month) => {
    const own = sums.filter((each) => each.month === month)
    return { budget: total(own.map(({ budget }) => budget)), used: total(own.map(({ used }) => used)),
      occupied: total(own.map(({ occupied }) => occupied)) }
  })

const usedOf = (spent: LastYear): readonly Decimal[] =>
  months.map((month) => total(spent.filter((each) => each.month === month).map(({ used }) => used)))

const total = (amounts: readonly string[]): Decimal => amounts.reduce((sum, amount) => sum.plus(amount), zero)

/** The attribute by which a year's budgets are grouped. */
type Grouping = 'category' | 'department'

/** Monthly sums of a category or department over the visible lines; amounts as decimal texts. */
interface YearSum {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly month: number
  readonly budget: string
  readonly used: string
  readonly occupied: string
}

const found: Readonly<
  Record<Grouping, { readonly id: RawBuilder<unknown>; readonly name: RawBuilder<unknown>; readonly total: RawBuilder<unknown> }>
> = {
  category: { id: sql`found.category`, name: sql`replace(found.category_cn, '/', '／') || '/' || replace(found.category_en, '/', '／')`,
    total: sql`expense_category_id` },
  department: { id: sql`found.department`, name: sql`found.department_name`, total: sql`department_id` },
}

/** Sums the budgets of a year month by month, for each department or category. */
async function yearSums(db: Db, query: GridQuery, by: Grouping): Promise<YearSum[]> {
  const { id, name } = found[by]
  const { rows } = await sql<YearSum>`${lines(query)}
    select ${id} as id, ${name} as name, month.number as month, sum(month.budget)::text as budget, sum(month.used)::text as used,
      sum(month.occupied)::text as occupied
    from found join month on month.department = found.department and month.category = found.category
    group by 1, 2, 3 order by 1, 3`.execute(db)
  return rows
}

/** Spending of a year by category or department, and month. */
async function spentOf(db: Db, query: Pick<GridQuery, 'year' | 'scope' | 'departments'>,
  by: Grouping): Promise<readonly { id: string; month: number; used: string }[]> {
  const { rows } = await sql<{ id: string; month: number; used: string }>`
    select ${found[by].total} as id, month, sum(used)::text as used from budget_total
    where year = ${query.year} and ${within(sql`department_id`, query)} group by 1, 2`.execute(db)
  return rows
}
