import type { Caller } from '#server/identity/caller.ts'
import type { Permission } from '#kernel/permissions.ts'
import { people } from '../company/people.ts'
import { personId } from '../company/save-company.ts'

/** A person of the demo company at work, with these rights. */
export function callerOf(userName: string, permissions: readonly Permission[]): Caller {
  const person = people.find((each) => each.userName === userName)
  if (!person) throw new Error(`The demo company has no ${userName}`)
  return {
    id: personId(userName),
    userName,
    name: person.name,
    admin: person.admin ?? false,
    permissions: new Set(person.admin ? ['*'] : permissions),
    roles: person.roles,
    departments: person.units,
    scopes: {},
    columns: {},
    locale: 'cn',
    traceId: 'demo',
    ip: '127.0.0.1',
  }
}
