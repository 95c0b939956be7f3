import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { Decimal } from 'decimal.js'
import { composeName } from '#kernel/wording/names.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import { annualOf, availableOf, type MonthFigures, varianceOf } from '#plugins/budgets/figures.ts'
import { type Band, bandOf } from '#plugins/statistics/bands.ts'
import type { Span } from '#plugins/statistics/forecast.ts'
import { bandSql, planMonths } from '../ledger/lines.ts'
import '../tables.ts'

/** Query for the lines of a year. */
export interface GridQuery {
  readonly year: number
  /** Departments whose budgets are visible to the caller. */
  readonly scope: DepartmentScope
  readonly departments?: readonly string[]
  readonly categories?: readonly string[]
  /** Part of the name of a department or category. */
  readonly keyword?: string
  /** Bands of the yearly figures. */
  readonly bands?: readonly Band[]
  /** Last month (1–12) of the cumulative figures; 0 for none. */
  readonly upTo: number
}

/** A line with plan and sums; amounts as decimal texts, months January to December. */
export interface GridRow {
  /** Null for spending without a plan. */
  readonly id: string | null
  readonly version: number | null
  readonly department: string
  readonly department_name: string
  readonly category: string
  readonly category_code: string
  readonly category_cn: string
  readonly category_en: string
  readonly remark: string | null
  readonly source: string | null
  readonly planned: boolean
  readonly plan: readonly string[]
  readonly budget: readonly string[]
  readonly used: readonly string[]
  readonly occupied: readonly string[]
  readonly year_budget: string
  readonly year_used: string
  readonly year_occupied: string
  readonly till_budget: string
  readonly till_used: string
  readonly till_occupied: string
}

/** Lines ordered by organisation and category. */
export async function gridRows(db: Db, query: GridQuery, page: { offset: number; limit: number }): Promise<GridRow[]> {
  const { rows } = await sql<GridRow>`${lines(query)}
    select found.*, plan.id, plan.version, plan.remark, plan.source, (${planMonths})::text[] as plan
    from found left join annual_budget plan on plan.id = found.plan_id
    where ${inBands(query)}
    order by found.place, found.department, found.category_order, found.category_code
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

/** Lines with a budget by usage, highest first. */
export async function worstRows(db: Db, query: GridQuery, limit: number): Promise<GridRow[]> {
  const { rows } = await sql<GridRow>`${lines(query)}
    select found.*, null as id, null as version, null as remark, null as source, null as plan from found
    where found.year_budget > 0
    order by (found.year_used + found.year_occupied) / found.year_budget desc, found.place, found.department, found.category_code
    limit ${limit}`
    .execute(db)
  return rows
}

/** Sums of a department, or of everything if null, in a month. */
interface GridSum {
  readonly department: string | null
  readonly month: number
  readonly planned: boolean
  readonly budget: string
  readonly used: string
  readonly occupied: string
}

/** Sums of the filtered lines, and the number of lines per band regardless of the band filter. */
export async function gridSums(db: Db, query: GridQuery) {
  const sums = await sql<GridSum>`${lines(query)}
    select found.department, month.number as month, bool_or(found.planned) as planned,
      sum(month.budget) as budget, sum(month.used) as used, sum(month.occupied) as occupied
    from found join month on month.department = found.department and month.category = found.category
    where ${inBands(query)}
    group by grouping sets ((found.department, month.number), (month.number))
    order by found.department nulls last, month.number`.execute(db)
  const bands = await sql<{ band: Band; lines: string }>`${lines(query)} select band, count(*) as lines from found group by band`.execute(
    db,
  )
  return { sums: sums.rows, bands: bands.rows.map(({ band, lines }) => ({ band, lines: Number(lines) })) }
}

const inBands = ({ bands }: GridQuery) => (bands ? sql`found.band = any(${[...bands]}::text[])` : sql`true`)

/** The condition that a department column is visible and requested. */
export function within(column: RawBuilder<unknown>, { scope, departments }: Pick<GridQuery, 'scope' | 'departments'>) {
  const seen = scope === 'all' ? sql`true` : sql`${column} = any(${[...scope]}::text[])`
  return departments ? sql`(${seen} and ${column} = any(${[...departments]}::text[]))` : seen
}

/** Common table expressions: `month` with a row per line and month, `found` with one per line, before filtering by band. */
export function lines(query: GridQuery) {
  const { year, categories, keyword, upTo } = query
  const counted = sql`month.number between setting.start_month and setting.end_month`
  const tillNow = sql`${counted} and month.number <= ${upTo}`
  const sum = (column: RawBuilder<unknown>, when: RawBuilder<unknown>) => sql`coalesce(sum(month.${column}) filter (where ${when}), 0)`
  const list = (column: RawBuilder<unknown>) => sql`array_agg(month.${column} order by month.number)::text[]`
  return sql`with recursive tree as (
      select id, array[sort] as place from sys_group where parent_id is null
      union all select below.id, tree.place || below.sort from sys_group below join tree on tree.id = below.parent_id
    ), setting as (
      select coalesce(max(start_month), 7) as start_month, coalesce(max(end_month), 12) as end_month
      from budget_year_setting where year = ${year}
    ), totals as (
      select department_id as department, expense_category_id as category, month, moved, used, occupied
      from budget_total where year = ${year} and ${within(sql`department_id`, query)}
    ), plans as (
      select * from annual_budget where budget_year = ${year} and del_flag = 0 and ${within(sql`department_id`, query)}
    ), line as (
      select department_id as department, expense_category_id as category from plans union select department, category from totals
    ), month as (
      select line.department, line.category, plan.id as plan_id, number,
        coalesce((${planMonths})[number], 0) + coalesce(totals.moved, 0) as budget, coalesce(totals.used, 0) as used,
        coalesce(totals.occupied, 0) as occupied
      from line cross join generate_series(1, 12) number
      left join plans plan on plan.department_id = line.department and plan.expense_category_id = line.category
      left join totals on totals.department = line.department and totals.category = line.category and totals.month = number
    ), summed as (
      select month.department, month.category, month.plan_id, month.plan_id is not null as planned,
        ${list(sql`budget`)} as budget, ${list(sql`used`)} as used, ${list(sql`occupied`)} as occupied,
        ${sum(sql`budget`, counted)} as year_budget, ${sum(sql`used`, counted)} as year_used, ${
    sum(sql`occupied`, counted)
  } as year_occupied,
        ${sum(sql`budget`, tillNow)} as till_budget, ${sum(sql`used`, tillNow)} as till_used, ${
    sum(sql`occupied`, tillNow)
  } as till_occupied
      from month cross join setting group by 1, 2, 3
    ), found as (
      select summed.*, unit.name as department_name, tree.place, category.code as category_code, category.name_cn as category_cn,
        category.name_en as category_en, category.sort as category_order,
        ${bandSql({ planned: sql`planned`, budget: sql`year_budget`, used: sql`(year_used + year_occupied)` })} as band
      from summed join sys_group unit on unit.id = summed.department join tree on tree.id = unit.id
      join expense_category category on category.id = summed.category
      where ${categories ? sql`summed.category = any(${[...categories]}::text[])` : sql`true`} and ${named(keyword)}
    )`
}

function named(keyword = '') {
  if (keyword === '') return sql`true`
  const like = `%${keyword.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(lower(unit.name) like ${like} or unit.pinyin like ${like} or lower(category.name_cn || '/' || category.name_en) like ${like}
    or category.pinyin like ${like} or lower(category.code) like ${like})`
}

const ids = z.array(z.string().min(1).max(64)).min(1).max(500).optional()
const bands = z.enum(['within', 'near', 'over', 'none'])

export const yearNumber = z.coerce.number().int().min(2000).max(2200)

/** Filters of a year's budget lines, shared by the page and its export. */
export const gridFilters = z.strictObject({
  /** Defaults to the current year. */
  year: yearNumber.optional(),
  departmentIds: ids,
  expenseCategoryIds: ids,
  keyword: z.string().max(100).optional(),
  band: z.union([bands, z.array(bands).min(1)]).optional(),
})

export type GridFilters = z.output<typeof gridFilters>

/** A line in the wire format: amounts with two decimals, January to December. */
export function lineAnswer(row: GridRow) {
  const ofYear = figures(row.year_budget, row.year_used, row.year_occupied)
  const till = figures(row.till_budget, row.till_used, row.till_occupied)
  return {
    id: row.id,
    version: row.version,
    departmentId: row.department,
    departmentName: row.department_name,
    expenseCategoryId: row.category,
    expenseCategoryName: categoryName(row.category_cn, row.category_en),
    expenseCategoryCode: row.category_code,
    remark: row.remark,
    source: row.source?.toUpperCase() ?? null,
    /** Planned months as entered; `budget` includes transfers and adjustments. */
    plan: row.id === null ? null : row.plan.map((month) => moneyText(new Decimal(month))),
    months: row.budget.map((budget, index) => shown(figures(budget, row.used[index], row.occupied[index]), row.planned)),
    ...shownYear(ofYear, row.planned),
    cumulativeBudget: moneyText(till.budget),
    cumulativeActual: moneyText(till.used),
    cumulativeVariance: moneyText(varianceOf(till)),
  }
}

/** Composes a bilingual category name; slashes within are replaced, since a slash separates the languages. */
export const categoryName = (cn: string, en: string): string => composeName({ cn: cn.replaceAll('/', '／'), en: en.replaceAll('/', '／') })

/** Sums of each department and of everything; floors are applied after summing. */
export function sumsAnswer(sums: readonly GridSum[], span: Span) {
  const byDepartment = new Map<string | null, GridSum[]>()
  for (const sum of sums) byDepartment.set(sum.department, [...(byDepartment.get(sum.department) ?? []), sum])
  const total = byDepartment.get(null) ?? []
  return {
    groups: [...byDepartment].flatMap((
      [department, months],
    ) => (department === null ? [] : [{ departmentId: department, ...sumAnswer(months, span) }])),
    totals: sumAnswer(total, span),
  }
}

function sumAnswer(sums: readonly GridSum[], span: Span) {
  const months = sums.map(({ budget, used, occupied }) => figures(budget, used, occupied))
  const planned = sums.some((sum) => sum.planned)
  return { months: months.map((month) => shown(month, planned)), ...shownYear(annualOf(months, span), planned) }
}

const figures = (budget: string, used = '0', occupied = '0'): MonthFigures => ({ budget: new Decimal(budget), used: new Decimal(used),
  occupied: new Decimal(occupied) })

function shown(month: MonthFigures, planned: boolean) {
  return {
    budget: moneyText(month.budget),
    used: moneyText(month.used),
    occupied: moneyText(month.occupied),
    available: moneyText(availableOf(month)),
    band: bandIn(month, planned),
  }
}

function shownYear(year: MonthFigures, planned: boolean) {
  const { budget, ...rest } = shown(year, planned)
  return { annualBudget: budget, ...rest }
}

/** Band of a line; without a plan and without moved amounts it has no budget. */
const bandIn = ({ budget, used, occupied }: MonthFigures, planned: boolean): Band =>
  bandOf(planned || !budget.isZero() ? budget : undefined, used.plus(occupied))
