import { formPermissions } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { otherSystem } from '#server/documents/lifecycle/engine-facts.ts'
import type { Workplace } from '#server/plugin.ts'
import type { Caller } from '#server/identity/caller.ts'
import { personId } from '../company/person-id.ts'
import { people } from '../company/organisation.ts'

/** Context of stories: one transaction, and the company's present as `anchor`. */
export interface Stage extends Workplace {
  readonly db: Db
  readonly anchor: Date
}

/** Command context of a person who acts on documents of a type, with rights beyond those of the form in `further`. */
export function asPerson({ host, flows, db }: Stage, userName: string, { type, at }: { type: string; at: Date },
  further: readonly Permission[] = []): CommandContext {
  return { host, flows, db, at,
    caller: callerOf(userName, [...Object.values(formPermissions(type)), ...further,
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

const hour = 3_600_000
const day = 24 * hour
/** Offset of the company's time zone (UTC+8) in ms. */
const ahead = 8 * hour

/** Working hours, by hour of the day. */
const opens = 9
const closes = 18

/** A day relative to a time, yyyy-MM-dd; negative `days` are earlier. */
export const dayFrom = (at: Date, days: number): string => new Date(at.getTime() + days * day + ahead).toISOString().slice(0, 10)

/** A time a number of days before the anchor, at an hour of a working day; weekends move to the Friday before. Never after the anchor. */
export function before(anchor: Date, days: number, o = opens): Date {
  const midnight = Date.parse(`${dayFrom(anchor, -days)}T00:00:00+08:00`)
  const workday = midnight - restDays(midnight) * day
  return new Date(Math.min(workday + o * hour, anchor.getTime()))
}

/** The time after a number of working hours. */
export function atWorkAfter(at: Date, hours: number): Date {
  let moment = inWork(at.getTime())
  let left = hours * hour
  for (;;) {
    const evening = midnightOf(moment) + closes * hour
    if (moment + left <= evening) return new Date(moment + left)
    left -= evening - moment
    moment = inWork(midnightOf(moment) + day)
  }
}

/** The next time within working hours. */
function inWork(moment: number): number {
  const midnight = midnightOf(moment)
  if (restDays(midnight) > 0 || moment >= midnight + closes * hour) return inWork(midnight + day)
  return Math.max(moment, midnight + opens * hour)
}

const midnightOf = (moment: number): number => Math.floor((moment + ahead) / day) * day - ahead

/** Number of days since the last working day; 0 on a working day. */
const restDays = (midnight: number): number => ({ 0: 2, 6: 1 })[new Date(midnight + ahead).getUTCDay()] ?? 0
