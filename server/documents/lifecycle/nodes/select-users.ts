import { sql } from 'kysely'
import type { Directory } from '#approval/directory.ts'
import { departmentLine } from '#approval/resolve/superior.ts'
import type { OptionalRange } from '#kernel/flow.ts'
import type { Db } from '#server/database/tables.ts'
import { people, type PeopleQuery, type PersonAnswer } from '#server/identity/organisation/people.ts'

/** The person who chooses, and the people to choose from. */
export interface ChoiceContext {
  readonly directory: Directory
  /** Main department of the person who chooses. */
  readonly department: string | undefined
  readonly range: OptionalRange
}

type PeopleLimits = Pick<PeopleQuery, 'ids' | 'groups'>

/** A page of the enabled people of a range, with their number; the same people that the engine accepts. */
export async function selectable(db: Db, choosing: ChoiceContext, page: Pick<PeopleQuery, 'keyword' | 'limit' | 'offset'>) {
  const query = { ...(await limits[choosing.range.type](db, choosing)), keyword: page.keyword, enabled: true }
  const found = await people(db).find({ ...query, ...page })
  const emails = await db.selectFrom('sys_user').select(['id', 'email']).where('id', '=', sql<string>`any(${found.map(({ id }) => id)})`)
    .execute()
  const emailOf = new Map(emails.map(({ id, email }) => [id, email]))
  return { records: found.map((person) => wire(person, emailOf.get(person.id) ?? null)), total: await people(db).count(query) }
}

const wire = ({ id, name, departments, mainDepartment, avatar }: PersonAnswer, email: string | null) => ({
  id,
  name,
  email,
  departments,
  departmentName: (mainDepartment ?? departments[0])?.name ?? null,
  avatar,
})

const limits: Readonly<Record<OptionalRange['type'], (db: Db, choosing: ChoiceContext) => Promise<PeopleLimits>>> = {
  ALL: async () => ({}),
  USERS: async (_, { range }) => ({ ids: range.ids ?? [] }),
  ROLE: async (_, { directory, range }) => ({ ids: (range.ids ?? []).flatMap((role) => directory.holders(role).map(({ id }) => id)) }),
  DEPT: async (db, { range }) => ({ groups: await unitsBelow(db, range.ids ?? []) }),
  SAME_ENTERPRISE: async (db, { directory, department }) => ({
    groups: await unitsOf(db, departmentLine(directory, department).find(({ type }) => type === 'enterprise')?.id),
  }),
}

/** The units of a path such as "/g1/e1/d1/", from the root down. */
const lineage = sql<string[]>`string_to_array(trim(both '/' from sys_group.path), '/')`

/** These units with all descendants. */
async function unitsBelow(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('sys_group').select('id').where('del_flag', '=', 0).where(
    sql<boolean>`${lineage} && ${[...ids]}::text[]`,
  ).execute()
  return rows.map(({ id }) => id)
}

/** The units whose nearest enterprise is this one. */
async function unitsOf(db: Db, enterprise: string | undefined): Promise<string[]> {
  if (enterprise === undefined) return []
  const rows = await db.selectFrom('sys_group').select('id').where('del_flag', '=', 0).where(sql<boolean>`(
    select nearest.id from sys_group nearest where nearest.type = 'ENTERPRISE' and nearest.del_flag = 0 and nearest.id = any(${lineage})
    order by nearest.level desc limit 1) = ${enterprise}`).execute()
  return rows.map(({ id }) => id)
}
