import { sql } from 'kysely'
import { Missing, Refused } from '#kernel/errors.ts'
import { fullName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'

/** The position of a unit: ids and names from the root down to it. */
export interface UnitPath {
  readonly path: string
  readonly full_name: string
  readonly level: number
}

/** Maximum lengths of the columns. */
const longest = { path: 500, fullName: 600 }

/**
 * Serialises changes of the tree until the end of the transaction: two concurrent moves could form a cycle, and a unit added below a
 * moving one would keep the old path.
 */
export async function shapeTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(4201906)`.execute(db)
}

/** @throws Missing */
export async function placeOf(db: Db, id: string) {
  const row = await db.selectFrom('sys_group').select(['id', 'parent_id', 'path', 'full_name', 'level']).where('id', '=', id).where(
    'del_flag',
    '=',
    0,
  ).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  return row
}

/** @throws Refused `identity.tooDeep` where path or full name would be too long */
export function placed({ id, name }: { id: string; name: string }, above: UnitPath | undefined): UnitPath {
  if (!above) return { path: `/${id}/`, full_name: name, level: 1 }
  const place = { path: `${above.path}${id}/`, full_name: fullName([above.full_name, name]), level: above.level + 1 }
  if (place.path.length > longest.path || place.full_name.length > longest.fullName) throw new Refused('identity.tooDeep')
  return place
}

/** Updates path, level and full name of a unit and its descendants, in one statement. */
export async function replant(db: Db, id: string, parentId: string | null): Promise<void> {
  const top = parentId === null ? undefined : await placeOf(db, parentId)
  const { path: old } = await placeOf(db, id)
  const rows = await db.selectFrom('sys_group').select(['id', 'parent_id', 'name']).where('path', 'like', `${old}%`).orderBy('level')
    .execute()
  const places = new Map<string, UnitPath>()
  for (const row of rows) places.set(row.id, placed(row, row.id === id ? top : places.get(row.parent_id ?? '')))
  const next = [...places.values()]
  await sql`
    update sys_group set path = next.path, full_name = next.full_name, level = next.level
    from unnest(${[...places.keys()]}::text[], ${next.map(({ path }) => path)}::text[], ${next.map((place) => place.full_name)}::text[], ${
    next.map(({ level }) => level)
  }::int[])
      as next (id, path, full_name, level)
    where sys_group.id = next.id`.execute(db)
}

/** Renumbers the units below a parent, with one of them placed before another, or last. */
export async function arrange(db: Db, parent: string | null, { id, before }: { id: string; before: string | null }): Promise<void> {
  const rows = await db.selectFrom('sys_group').select('id').where('parent_id', parent === null ? 'is' : '=', parent).where('del_flag', '=',
    0).orderBy('sort').orderBy('id')
    .execute()
  const others = rows.map((row) => row.id).filter((other) => other !== id)
  const index = before === null ? -1 : others.indexOf(before)
  const order = index < 0 ? [...others, id] : [...others.slice(0, index), id, ...others.slice(index)]
  await sql`update sys_group set sort = place.number - 1 from unnest(${order}::text[]) with ordinality as place (id, number)
    where sys_group.id = place.id and sort <> place.number - 1`
    .execute(db)
}
