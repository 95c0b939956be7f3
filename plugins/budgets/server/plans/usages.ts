import { type SqlBool, sql } from 'kysely'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { UsageSource } from '#server/extensions/usages.ts'
import '../tables.ts'

/** Usages of units in budgets; people have none. */
export const budgetUsages: UsageSource = {
  id: 'budgets',
  cn: '年度预算',
  en: 'Annual budgets',
  keepsUnit: true,
  async count(db, subject) {
    if (!('units' in subject)) return 0
    const { count } = await budgetsOf(db, subject.units).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
  async list(db, subject, { limit, offset }) {
    if (!('units' in subject)) return []
    const rows = await budgetsOf(db, subject.units)
      .innerJoin('sys_group', 'sys_group.id', 'annual_budget.department_id')
      .innerJoin('expense_category', 'expense_category.id', 'annual_budget.expense_category_id')
      .select(['annual_budget.id', 'budget_year', 'sys_group.name', 'expense_category.name_cn', 'expense_category.name_en'])
      .orderBy('budget_year', 'desc').orderBy('annual_budget.id').limit(limit).offset(offset).execute()
    return rows.map(({ id, budget_year: year, name, name_cn, name_en }) => ({
      id,
      name,
      detail: bilingual({ cn: `${year} ${name_cn}`, en: `${year} ${name_en}` }),
      path: `/annual-budget-management?year=${year}`,
    }))
  },
}

const budgetsOf = (db: Db, units: readonly string[]) =>
  db.selectFrom('annual_budget').where('annual_budget.del_flag', '=', 0).where(
    sql<SqlBool>`annual_budget.department_id = any(${[...units]}::text[])`,
  )
