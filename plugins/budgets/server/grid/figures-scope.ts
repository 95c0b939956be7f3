import { budgetDepartment, type Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import type { Host } from '#server/host.ts'
import type { BudgetExcess } from '../documents/over-budget.ts'
import { budgetScope } from './row-scope.ts'

/** Returns whether the figures of a department's budget are visible; the band is visible to everyone. */
export type FiguresScope = (department: string) => boolean

/** Figures visible to a caller: budgets in their scope, and budgets that bear costs of their own departments. */
export async function figuresScope(host: Pick<Host, 'departments'>, db: Db,
  { caller, directory }: { caller: Caller; directory: Pick<Directory, 'department'> }): Promise<FiguresScope> {
  const scope = await budgetScope(host, db, caller)
  return (department) => scope === 'all' || scope.includes(department) || isOfDepartment(directory, caller, department)
}

/** Returns whether a budget belongs to the actor's departments, regardless of roles. */
export const isActorsBudget = ({ directory, actor }: Pick<DocumentStep, 'directory' | 'actor'>,
  { department }: Pick<BudgetExcess, 'department'>): boolean =>
  isOfDepartment(directory, { id: actor.id, departments: directory.person(actor.id)?.departments ?? [] }, department)

/** Returns whether one of the person's departments uses the budget, or the person heads its department or one above. */
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
