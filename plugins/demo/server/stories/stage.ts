import { formPermissions } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { otherSystem } from '#server/documents/lifecycle/other-system.ts'
import type { Workplace } from '#server/plugin.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Permission } from '#kernel/permissions.ts'
import { personId } from '../company/save-company.ts'
import { people } from '../company/people.ts'

/** Context of stories: one transaction, and the company's present as `anchor`. */
export interface Stage extends Workplace {
  readonly db: Db
  readonly anchor: Date
}

/** Command context of a person who acts on documents of a type. */
export function asPerson({ host, flows, db }: Stage, userName: string, { type, at }: { type: string; at: Date }): CommandContext {
  return { host, flows, db, at,
    caller: callerOf(userName, [...Object.values(formPermissions(type)), ...(userName === 'finance' ? [changeItemStatus] : []),
      ...(host.forms.get(type)?.startedBy === undefined ? [] : [otherSystem])]) }
}

/** Current value of a document. */
export const valueOf = async ({ db }: Pick<Stage, 'db'>, id: string): Promise<FormValue> =>
  (await db.selectFrom('document').select('value').where('id', '=', id).executeTakeFirstOrThrow()).value

/** User name of a person id. */
export const userNameOf = (id: string): string => id.slice(personId('').length)

/** Caller for a person of the demo company with these permissions. */
function callerOf(userName: string, permissions: readonly Permission[]): Caller {
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
