import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type GridQuery, lines, within } from '../grid/grid.ts'
import { summed, uses } from '../ledger/sums.ts'

/** What a category comes to in a month over the departments that are seen; amounts as decimal texts. */
export interface CategorySum {
  readonly category: string
  readonly category_cn: string
  readonly category_en: string
  readonly month: number
  readonly budget: string
  readonly used: string
  readonly occupied: string
}

export async function categorySums(db: Db, query: GridQuery): Promise<CategorySum[]> {
  const { rows } = await sql<CategorySum>`${lines(query)}
    select found.category, found.category_cn, found.category_en, month.number as month, sum(month.budget)::text as budget, sum(month.used)::text as used, sum(month.occupied)::text as occupied
    from found join month on month.department = found.department and month.category = found.category
    group by 1, 2, 3, 4 order by 1, 4`.execute(db)
  return rows
}

/** What was spent in a year by category and month. */
export async function spentOf(db: Db, query: Pick<GridQuery, 'year' | 'scope' | 'departments'>): Promise<readonly { category: string; month: number; used: string }[]> {
  const { rows } = await sql<{ category: string; month: number; used: string }>`
    select expense_category_id as category, month, ${summed(uses)}::text as used from budget_entry entry
    where year = ${query.year} and ${within(sql`entry.department_id`, query)} group by 1, 2`.execute(db)
  return rows
}
