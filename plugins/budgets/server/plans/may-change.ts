import { Forbidden, type FieldProblem } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { budgetScope } from '../grid/row-scope.ts'

/** Returns whether a department is within a scope. */
export const sees = (scope: DepartmentScope, department: string): boolean => scope === 'all' || scope.includes(department)

/** @throws Forbidden if a department is not visible to the caller */
export async function demandSeen({ db, host, caller }: CommandContext, departments: readonly string[]): Promise<DepartmentScope> {
  const scope = await budgetScope(host, db, caller)
  if (!departments.every((department) => department === '' || sees(scope, department))) throw new Forbidden('error.forbidden')
  return scope
}

/** The enabled ones among the categories. */
export async function enabledCategories(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('expense_category').select('id').where('id', 'in', ids.length > 0 ? [...ids] : ['']).where('state', '=',
    true).where('del_flag', '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The departments that own budgets, among the given ones. */
export async function budgetOwners(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sys_group').select('id')
    .where('id', 'in', ids.length > 0 ? [...ids] : ['']).where('has_budget_dept', '=', true).where('enable', '=', true).where('del_flag',
      '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Prefixes the field of a problem with its row. */
export const inRow = (problem: FieldProblem,
  index: number | undefined): FieldProblem => (index === undefined ? problem : { ...problem, field: `rows.${index}.${problem.field}` })
