import type { Department, Directory } from '#approval/directory.ts'
import { Refused } from '#kernel/errors.ts'

/** The nearest department at or above this one that owns budgets; undefined when there is none. */
export function budgetDepartment(directory: Pick<Directory, 'department'>, id: string): Department | undefined {
  const seen = new Set<string>()
  for (let department = directory.department(id); department && !seen.has(department.id); department = directory.department(department.parent ?? '')) {
    if (department.hasBudgetDept) return department
    seen.add(department.id)
  }
  return undefined
}

/** The same. @throws Refused `budgets.noBudget` when there is none. */
export function demandBudgetDepartment(directory: Pick<Directory, 'department'>, id: string): Department {
  const department = budgetDepartment(directory, id)
  if (!department) throw new Refused('budgets.noBudget', {}, [{ field: 'departmentId', code: 'budgets.noBudget' }])
  return department
}
