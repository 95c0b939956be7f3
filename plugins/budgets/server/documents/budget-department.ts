import { budgetDepartment, type Department, type Directory } from '#approval/directory.ts'
import { Refused } from '#kernel/errors.ts'

/** The nearest department at or above this one that owns budgets. @throws Refused `budgets.noBudget` when there is none. */
export function demandBudgetDepartment(directory: Pick<Directory, 'department'>, id: string): Department {
  const department = budgetDepartment(directory, id)
  if (!department) throw new Refused('budgets.noBudget', {}, [{ field: 'departmentId', code: 'budgets.noBudget' }])
  return department
}
