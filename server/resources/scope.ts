import { type Resource, scopeOf } from '#kernel/resource.ts'
import { permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { type ResourceColumn, columnsOf } from './columns.ts'
import { anyOf, both, type Condition, either, equals, inDepartments, isSame } from './statements.ts'

/**
 * The part of a resource's records that a caller sees: those of the departments that their roles open, their own, and those that are shared
 * with them.
 * Every statement about records for a caller starts from it, so that a list, an export, a sum and a single read agree.
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

/** Departments whose records of others the caller may see. */
async function openedTo(host: Pick<Host, 'departments'>, db: Db, caller: Caller, resource: Resource): Promise<'all' | readonly string[]> {
  const needed = scopeOf(resource)?.othersNeed
  return needed === undefined || permits(caller.permissions, needed) ? host.departments(db, caller, resource.name) : []
}

/** The records that owners share with everybody, and with the departments that the caller belongs to. */
function sharedWith(resource: Resource, { departments: own }: Caller): Condition[] {
  const { sharedBy, departments: field } = scopeOf(resource) ?? {}
  if (sharedBy === undefined) return []
  const column = columnIn(resource, sharedBy)
  const withDepartment = field === undefined ? [] : [both(equals(column, ['dept']), inDepartments(columnIn(resource, field), own, false))]
  return [equals(column, ['all']), ...withDepartment]
}

/**
 * The conditions of where a caller may leave a record that they write. It stays within their scope; and as their own records are in scope
 * wherever they are, such a record also stays where it was, or goes to a department of theirs.
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

/** Only the records of these departments, and those of none where the resource says that means all. */
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
