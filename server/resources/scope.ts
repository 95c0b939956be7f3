import type { Resource } from '../../src/kernel/resource.ts'
import type { Db } from '../database/tables.ts'
import type { Caller } from '../identity/caller.ts'
import type { Host } from '../plugin.ts'
import { columnsOf } from './columns.ts'
import { type Condition, inDepartments } from './statements.ts'

/** The part of a resource's records that a caller sees, as conditions of every statement about them. */
export async function scopeConditions({ departments }: Pick<Host, 'departments'>, db: Db, caller: Caller, resource: Resource): Promise<readonly Condition[]> {
  if (!resource.scope) return []
  const seen = await departments(db, caller, resource.name)
  return seen === 'all' ? [] : [boundTo(resource, seen)]
}

/** Only the records of these departments, and those of none where the resource says that means all. */
export function boundTo(resource: Resource, departments: readonly string[]): Condition {
  const column = resource.scope && columnsOf(resource).get(resource.scope.departments)
  if (!column) throw new Error(`Resource ${resource.name} is scoped by a column that it does not have`)
  return inDepartments(column, departments, resource.scope.emptyMeansAll ?? false)
}
