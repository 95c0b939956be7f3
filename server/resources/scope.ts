import { type Resource, scopeOf } from '#kernel/resource.ts'
import { permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { type ResourceColumn, columnsOf } from './columns.ts'
import { anyOf, both, type Condition, either, equals, inDepartments, isSame } from './statements.ts'

/**
 * The conditions of a caller's row scope: records of the departments that their roles grant, their own, and those shared with them. Every
 * statement about records for a caller uses them, so that lists, exports, sums and single reads agree.
 */
export async function scopeConditions(host: Pick<Host, 'departments'>, db: Db, caller: Caller,
  resource: Resource): Promise<readonly Condition[]> {
  if (!scopeOf(resource)) return []
  const seen = await openedTo(host, db, caller, resource)
  if (seen === 'all') return []
  const ways = [...boundTo(resource, seen), ...ownedBy(resource, caller.id), ...sharedWith(resource, caller)]
  const [one, other, ...more] = ways
  return [one && other && more.length === 0 ? either(one, other) : anyOf(ways)]
}

/** Departments whose records the caller may see, in addition to own ones. */
async function openedTo(host: Pick<Host, 'departments'>, db: Db, caller: Caller, resource: Resource): Promise<'all' | readonly string[]> {
  const needed = scopeOf(resource)?.othersNeed
  return needed === undefined || permits(caller.permissions, needed) ? host.departments(db, caller, resource.name) : []
}

/** The records that owners share with everybody, and with the caller's departments. */
function sharedWith(resource: Resource, { departments: own }: Caller): Condition[] {
  const { sharedBy, departments: field } = scopeOf(resource) ?? {}
  if (sharedBy === undefined) return []
  const column = columnIn(resource, sharedBy)
  const withDepartment = field === undefined ? [] : [both(equals(column, ['dept']), inDepartments(columnIn(resource, field), own, false))]
  return [equals(column, ['all']), ...withDepartment]
}

/**
 * The conditions on the scope of a record after writing it. It must stay within the caller's row scope; since own records are always in
 * scope, such a record must also keep its departments or be moved to the caller's.
 */
export async function targetConditions(host: Pick<Host, 'departments'>, db: Db, caller: Caller,
  { resource, before }: { resource: Resource; before?: FormValue }): Promise<readonly Condition[]> {
  const seen = await scopeConditions(host, db, caller, resource)
  const departments = seen.length === 0 ? 'all' : await openedTo(host, db, caller, resource)
  const { owner, departments: field } = scopeOf(resource) ?? {}
  if (departments === 'all' || owner === undefined || field === undefined) return seen
  const stays = before ? [isSame(columnIn(resource, field), before[field])] : []
  return [...seen, anyOf([...boundTo(resource, [...departments, ...caller.departments]), ...stays])]
}

/** Condition for records bound to these departments, including unbound ones where the resource declares that they apply to all. */
function boundTo(resource: Resource, departments: readonly string[]): Condition[] {
  const { departments: field, emptyMeansAll = false } = scopeOf(resource) ?? {}
  return field === undefined ? [] : [inDepartments(columnIn(resource, field), departments, emptyMeansAll)]
}

function ownedBy(resource: Resource, person: string): Condition[] {
  const owner = scopeOf(resource)?.owner
  return owner === undefined ? [] : [equals(columnIn(resource, owner), [person])]
}

function columnIn(resource: Resource, field: string): ResourceColumn {
  const column = columnsOf(resource).get(field)
  if (!column) throw new Error(`Resource ${resource.name} is scoped by a column that it does not have`)
  return column
}
