import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import type { MonthFigures } from '#plugins/budgets/figures.ts'
import type { Band } from '#plugins/statistics/bands.ts'
import type { BudgetKey } from './key.ts'
import '../tables.ts'

/** Signed sum of entries of some kinds; `entry` is the ledger's table alias. */
export const summed = (kinds: RawBuilder<unknown>) => sql<string>`coalesce(sum(entry.amount * entry.direction) filter (where ${kinds}), 0)`

/** Entry kinds that change the budget itself. */
export const moves = sql`entry.kind in ('transfer', 'adjust')`
export const uses = sql`entry.kind in ('spend', 'refund')`
export const occupations = sql`entry.kind in ('occupy', 'release')`

/** Effect of an entry on the available amount. */
export const effect = sql<string>`entry.amount * entry.direction * case when ${moves} then 1 else -1 end`

/** The twelve amounts of a plan as an SQL array; nulls without a plan. */
export const planMonths =
  sql`array[plan.m01, plan.m02, plan.m03, plan.m04, plan.m05, plan.m06, plan.m07, plan.m08, plan.m09, plan.m10, plan.m11, plan.m12]`

/** SQL equivalent of `bandOf`, for filters. */
export const bandSql = ({ planned, budget, used }: Readonly<Record<'planned' | 'budget' | 'used', RawBuilder<unknown>>>) =>
  sql<Band>`case
  when not ${planned} and ${budget} = 0 then 'none'
  when ${budget} <= 0 then case when ${used} > 0 then 'over' else 'none' end
  when ${used} > ${budget} then 'over'
  when ${used} > 0.8 * ${budget} then 'near'
  else 'within' end`

/** Current state of a budget, for its month and for the counted part of the year. */
export interface BudgetLine extends BudgetKey {
  /** True if a plan exists. */
  readonly planned: boolean
  readonly ofMonth: MonthFigures
  readonly ofYear: MonthFigures
  /** The year's control blocks documents that exceed it. */
  readonly blocks: boolean
}

/**
 * Current state of the budgets of the keys, in their order, in one statement.
 * @param excluding id of a document whose own entries are left out
 */
export async function budgetLines(db: Db, keys: readonly BudgetKey[], excluding?: string): Promise<BudgetLine[]> {
  if (keys.length === 0) return []
  const { rows } = await linesStatement(keys, excluding).execute(db)
  return rows.map((row, index) => budgetLineOf(keys[index]!, row))
}

/** The statement of {@link budgetLines}; separate so that a test can check its query plan. */
export function linesStatement(keys: readonly BudgetKey[], excluding?: string): RawBuilder<LineRow> {
  const [own, takenBack] = excluding === undefined ? [sql``, sql``] : [ownEntries(excluding), sql`union all ${ofLine}`]
  return sql<LineRow>`${own}
    select plan.id is not null as planned, setting.control = 'block' as blocks,
      coalesce((${planMonths})[asked.month], 0) + totals.moved as budget, totals.used, totals.occupied,
      coalesce((select sum(amount) from unnest(${planMonths}) with ordinality as share (amount, number)
        where number between coalesce(setting.start_month, 7) and coalesce(setting.end_month, 12)), 0) + totals.year_moved as year_budget,
      totals.year_used, totals.year_occupied
    from rows from (jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as (department text, category text, year integer, month integer))
      with ordinality as asked (department, category, year, month, position)
    left join budget_year_setting setting on setting.year = asked.year
    left join annual_budget plan on plan.department_id = asked.department and plan.expense_category_id = asked.category
      and plan.budget_year = asked.year and plan.del_flag = 0
    cross join lateral (
      select ${within(sql`moved`, ofMonth)} as moved, ${within(sql`used`, ofMonth)} as used, ${within(sql`occupied`, ofMonth)} as occupied,
        ${within(sql`moved`, ofSpan)} as year_moved, ${within(sql`used`, ofSpan)} as year_used, ${
    within(sql`occupied`, ofSpan)
  } as year_occupied
      from (
        select total.month, total.moved, total.used, total.occupied from budget_total total
        where total.year = asked.year and total.department_id = asked.department and total.expense_category_id = asked.category
        ${takenBack}
      ) total
    ) totals
    order by asked.position`
}

interface LineRow {
  readonly planned: boolean
  readonly blocks: boolean | null
  readonly budget: string
  readonly used: string
  readonly occupied: string
  readonly year_budget: string
  readonly year_used: string
  readonly year_occupied: string
}

/**
 * The document's own postings to subtract, looked up once by document. Occupation taken over from an application is not subtracted, since
 * it was already counted for the application.
 */
function ownEntries(document: string): RawBuilder<unknown> {
  const against = (kinds: RawBuilder<unknown>) => sql`case when ${kinds} then -entry.amount * entry.direction else 0 end`
  return sql`with own as materialized (
      select year, department_id, expense_category_id, month, ${against(moves)} as moved, ${against(uses)} as used, ${
    against(occupations)
  } as occupied
      from budget_entry entry where document_id = ${document} and source_id is null
    )`
}

const ofLine = sql`select own.month, own.moved, own.used, own.occupied from own
  where own.year = asked.year and own.department_id = asked.department and own.expense_category_id = asked.category`

const within = (column: RawBuilder<unknown>, months: RawBuilder<unknown>) => sql`coalesce(sum(total.${column}) filter (where ${months}), 0)`
const ofMonth = sql`total.month = asked.month`
const ofSpan = sql`total.month between coalesce(setting.start_month, 7) and coalesce(setting.end_month, 12)`

function budgetLineOf({ department, category, year, month }: BudgetKey, row: LineRow): BudgetLine {
  return {
    department,
    category,
    year,
    month,
    planned: row.planned,
    blocks: row.blocks ?? false,
    ofMonth: { budget: new Decimal(row.budget), used: new Decimal(row.used), occupied: new Decimal(row.occupied) },
    ofYear: { budget: new Decimal(row.year_budget), used: new Decimal(row.year_used), occupied: new Decimal(row.year_occupied) },
  }
}
