import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type GridQuery, within } from './grid.ts'

/**
 * Departments that the caller sees and whose costs no budget of the year bears: they and everything above them own none,
 * or they own budgets and nothing is planned.
 */
export async function withoutBudget(db: Db, query: GridQuery): Promise<{ departmentId: string; departmentName: string }[]> {
  const { year, keyword = '', categories, bands } = query
  if (categories || (bands && !bands.includes('none'))) return []
  const { rows } = await sql<{ departmentId: string; departmentName: string }>`
    select unit.id as "departmentId", unit.name as "departmentName" from sys_group unit
    where unit.type = 'DEPARTMENT' and unit.del_flag = 0 and unit.enable and ${within(sql`unit.id`, query)}
      and ${
    keyword === ''
      ? sql`true`
      : sql`(position(${keyword.toLowerCase()} in lower(unit.name)) > 0 or position(${keyword.toLowerCase()} in unit.pinyin) > 0)`
  }
      and case when unit.has_budget_dept
        then not exists (select from annual_budget plan where plan.department_id = unit.id
          and plan.budget_year = ${year} and plan.del_flag = 0)
          and not exists (select from budget_total total where total.department_id = unit.id and total.year = ${year})
        else not exists (select from sys_group above where above.has_budget_dept and above.del_flag = 0
          and starts_with(unit.path, above.path)) end
    order by unit.path`.execute(db)
  return rows
}
