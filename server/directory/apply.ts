import { createHash } from 'node:crypto'
import { todayOf } from '#kernel/values/dates.ts'
import { composeName, splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { shapeTree } from '#server/identity/organisation/group-places.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { Changes, KnownDirectory, PersonChange } from './foreign.ts'

/** All people and units; until the end of the transaction no other call synchronises or moves units. */
export async function holdDirectory(db: Db): Promise<KnownDirectory> {
  await shapeTree(db)
  return knownDirectory(db)
}

/** Reads the people and units that the product knows, as a take-over of the company’s directory compares them. */
export async function knownDirectory(db: Db): Promise<KnownDirectory> {
  const rows = await db.selectFrom('sys_user').select(['id', 'user_name', 'name', 'email', 'phone', 'job_number', 'position',
    'position_level', 'enable', 'admin', 'del_flag', 'outer_id', 'outer_active']).orderBy('id').execute()
  const memberships = await db.selectFrom('sys_user_group').select(['user_id', 'group_id']).orderBy('is_main', 'desc').orderBy('sort')
    .orderBy('group_id').execute()
  const departments = listsByKey(memberships.map(({ user_id, group_id }) => [user_id, group_id] as const))
  const units = await db.selectFrom('sys_group').select(['id', 'name', 'code', 'outer_id']).where('del_flag', '=', 0).where('enable', '=',
    true).orderBy('id').execute()
  return {
    people: rows.map((row) => ({
      id: row.id,
      userName: row.user_name,
      name: row.name,
      email: row.email,
      phone: row.phone,
      jobNumber: row.job_number,
      position: row.position,
      positionLevel: row.position_level,
      enabled: row.enable,
      admin: row.admin,
      deleted: row.del_flag !== 0,
      outerId: row.outer_id,
      outerActive: row.outer_active,
      departments: departments.get(row.id) ?? [],
    })),
    units: units.map(({ id, name, code, outer_id: outerId }) => ({ id, name, code, outerId })),
    levels: await levelWords(db),
  }
}

async function levelWords(db: Db): Promise<ReadonlyMap<string, string>> {
  const offered = (await dictionaries(db).list('positionLevel')).filter(({ disabled }) => !disabled)
  return new Map(
    offered.flatMap(({ value, label, localName }) => [label, localName, value].map((word) => [word.toLowerCase(), value] as const)),
  )
}

interface ApplyContext {
  /** The person who asked for it. */
  readonly by: string
  /** The moment of the synchronisation; its day is the leaving date of those who are gone. */
  readonly at: Date
}

/** Writes the changes, inside the caller's transaction. */
export async function applyChanges(db: Db, { people, tied, known }: Changes, applying: ApplyContext): Promise<void> {
  for (const { unit, outerId } of tied) await db.updateTable('sys_group').set({ outer_id: outerId }).where('id', '=', unit).execute()
  for (const { id, outerId, active } of known)
    await db.updateTable('sys_user').set({ outer_id: outerId, outer_active: active }).where('id', '=', id).execute()
  for (const change of people) await applyChange(db, change, applying)
}

async function applyChange(db: Db, change: PersonChange, applying: ApplyContext) {
  const { id, kind, isGone } = change
  if (id === undefined) await add(db, change, applying)
  else if (kind === 'disabled')
    await users(db, applying.at).setEnabled(id, false, { by: applying.by, ...(isGone && { leavingDate: todayOf(applying.at) }) })
  else await edit(db, id, change, applying)
}

/** New people sign in at the identity provider; here they have no password until an administrator sets one. */
async function add(db: Db, { outerId, userName, name, details, departments = [] }: PersonChange, { by, at }: ApplyContext) {
  const id = await users(db, at).create({ ...details, userName, name, departments: departments.map((unit) => ({ id: unit })) })
  await db.updateTable('sys_user').set({ outer_id: outerId, outer_active: true, create_by: by }).where('id', '=', id).execute()
}

async function edit(db: Db, id: string, { name, details, departments, enable }: PersonChange, { by, at }: ApplyContext) {
  const named = details.name === undefined ? {} : { name: keptName(details.name, name) }
  if (Object.keys(details).length > 0) await users(db, at).update(id, { ...details, ...named }, by)
  if (departments) await setDepartments(db, { id, at }, departments)
  if (enable) await users(db, at).setEnabled(id, true, { by, leavingDate: null })
}

/** Positions within departments stay. */
async function setDepartments(db: Db, { id, at }: { readonly id: string; readonly at: Date }, departments: readonly string[]) {
  const rows = await db.selectFrom('sys_user_group').select(['group_id', 'position']).where('user_id', '=', id).execute()
  await users(db, at).setDepartments(id,
    departments.map((unit) => ({ id: unit, position: rows.find(({ group_id: group }) => group === unit)?.position ?? null })))
  await db.updateTable('sys_user').set((eb) => ({ version: eb('version', '+', 1), update_time: at })).where('id', '=', id)
    .execute()
}

/** A name without an English half keeps the one that is there. */
function keptName(name: string, before: string): string {
  return name.includes('/') || !before.includes('/') ? name : composeName({ cn: name, en: splitName(before).en })
}

/** The same for the same changes: what was seen is what is applied. */
export const fingerprintOf = ({ people, tied, known }: Changes): string =>
  createHash('sha256').update(JSON.stringify([people, tied, known])).digest('hex')
