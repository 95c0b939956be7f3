import { sql } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { inScope, type UserScope } from './user-scope.ts'

interface HeldPerson {
  readonly id: string
  readonly user_name: string
  readonly enable: boolean
  readonly admin: boolean
  readonly position_level: string | null
  readonly version: number
}

/** People who stay as they are until the transaction ends. */
export interface HeldPeople {
  readonly people: ReadonlyMap<string, HeldPerson>
}

/**
 * Locks people, and all enabled administrators with them, in the order of their ids: of two who change each other at
 * once, the second sees what the first has done, and nobody waits for each other.
 */
export async function hold(db: Db, ids: readonly string[]): Promise<HeldPeople> {
  const rows = await db
    .selectFrom('sys_user')
    .select(['id', 'user_name', 'enable', 'admin', 'position_level', 'version'])
    .where('del_flag', '=', 0)
    .where((eb) => eb.or([eb('id', '=', sql<string>`any(${[...ids]})`), eb.and([eb('admin', '=', true), eb('enable', '=', true)])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return { people: new Map(rows.map((row) => [row.id, row])) }
}

/** @throws Refused `identity.lastAdministrator` when nobody else could administer. */
export function demandAnother({ people }: HeldPeople, id: string): void {
  const administrators = [...people.values()].filter(({ admin, enable }) => admin && enable)
  if (administrators.length === 1 && administrators[0]?.id === id) throw new Refused('identity.lastAdministrator')
}

/** One of the held people, as far as the caller sees them. @throws Missing */
export async function heldInScope(db: Db, { people }: HeldPeople, id: string, scope: UserScope): Promise<HeldPerson> {
  const person = people.get(id)
  const seen = person && (await db.selectFrom('sys_user').select('id').where('id', '=', id).where(inScope(scope)).executeTakeFirst())
  if (!person || !seen) throw new Missing('error.missing')
  return person
}
