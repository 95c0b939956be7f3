import { budgetDepartment, type Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import type { Host } from '#server/host.ts'
import type { BudgetExcess } from '../documents/over-budget.ts'
import { budgetScope } from './row-scope.ts'

/** Returns whether somebody is shown the figures of a department's budget; everybody is shown its band. */
export type FiguresScope = (department: string) => boolean

/** The figures that a caller may know: of budgets within their scope, and of those that bear for departments of their own. */
export async function figuresScope(host: Pick<Host, 'departments'>, db: Db,
  { caller, directory }: { caller: Caller; directory: Pick<Directory, 'department'> }): Promise<FiguresScope> {
  const scope = await budgetScope(host, db, caller)
  return (department) => scope === 'all' || scope.includes(department) || isOfDepartment(directory, caller, department)
}

/** Returns whether a budget is that of the person who acts, by their departments alone. */
export const isActorsBudget = ({ directory, actor }: Pick<DocumentStep, 'directory' | 'actor'>,
  { department }: Pick<BudgetExcess, 'department'>): boolean =>
  isOfDepartment(directory, { id: actor.id, departments: directory.person(actor.id)?.departments ?? [] }, department)

/** One of their departments draws on the budget, or they head the department or one above it. */
function isOfDepartment(directory: Pick<Directory, 'department'>, { id, departments }: Pick<Caller, 'id' | 'departments'>,
  department: string): boolean {
  return departments.some((each) => budgetDepartment(directory, each)?.id === department) || heads(directory, id, department)
}

function heads(directory: Pick<Directory, 'department'>, person: string, id: string): boolean {
  const seen = new Set<string>()
  for (let department = directory.department(id); department && !seen.has(department.id);
    department = directory.department(department.parent ?? '')) {
    if (department.head === person) return true
    seen.add(department.id)
  }
  return false
}
