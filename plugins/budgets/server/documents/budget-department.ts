import { budgetDepartment, type Department, type Directory } from '#approval/directory.ts'
import { Refused } from '#kernel/errors.ts'

/** The department, or its nearest ancestor, that owns budgets. @throws Refused `budgets.noBudget` where there is none */
export function demandBudgetDepartment(directory: Pick<Directory, 'department'>, id: string): Department {
  const department = budgetDepartment(directory, id)
  if (!department) throw new Refused('budgets.noBudget', {}, [{ field: 'departmentId', code: 'budgets.noBudget' }])
  return department
}
