import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type GridQuery, lines, within } from '../grid/grid.ts'

/** The attribute by which a year's budgets are grouped. */
export type Grouping = 'category' | 'department'

/** Sums of a category or a department in a month over the lines that the caller may see; amounts as decimal texts. */
export interface YearSum {
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
export async function yearSums(db: Db, query: GridQuery, by: Grouping): Promise<YearSum[]> {
  const { id, name } = found[by]
  const { rows } = await sql<YearSum>`${lines(query)}
    select ${id} as id, ${name} as name, month.number as month, sum(month.budget)::text as budget, sum(month.used)::text as used,
      sum(month.occupied)::text as occupied
    from found join month on month.department = found.department and month.category = found.category
    group by 1, 2, 3 order by 1, 3`.execute(db)
  return rows
}

/** Spending of a year by category or department, and month. */
export async function spentOf(db: Db, query: Pick<GridQuery, 'year' | 'scope' | 'departments'>,
  by: Grouping): Promise<readonly { id: string; month: number; used: string }[]> {
  const { rows } = await sql<{ id: string; month: number; used: string }>`
    select ${found[by].total} as id, month, sum(used)::text as used from budget_total
    where year = ${query.year} and ${within(sql`department_id`, query)} group by 1, 2`.execute(db)
  return rows
}
