import { sql } from 'kysely'
import { Missing, Refused } from '../../src/kernel/errors.ts'
import { fullName } from '../../src/kernel/names.ts'
import { isUniqueViolation } from '../database/errors.ts'
import type { Db } from '../database/tables.ts'
import { newId } from './id.ts'
import { pinyinOf } from './search-text.ts'
import type { GroupType } from './tables.ts'

export interface NewGroup {
  readonly id?: string
  readonly parent?: string | null
  readonly type: GroupType
  /** "中文/English" */
  readonly name: string
  readonly code?: string | null
  readonly sapCode?: string | null
  readonly hasBudgetDept?: boolean
  /** Without it, after its siblings. */
  readonly sort?: number
}

/** People responsible for a unit, by user id; null takes someone out. */
export interface Heads {
  readonly head?: string | null
  readonly deputy?: string | null
  readonly vicePresident?: string | null
  readonly generalManager?: string | null
}

/** The organisation tree; runs inside the caller's transaction when `db` is one. */
export const groups = (db: Db) => ({
  /** @throws Missing when the parent does not exist; Refused `identity.taken`. */
  async create({ id = newId(), parent = null, code = null, sapCode = null, hasBudgetDept = false, ...group }: NewGroup): Promise<string> {
    const above = parent === null ? undefined : await place(db, parent)
    const values = { ...placed({ id, name: group.name }, above), sort: group.sort ?? (await afterSiblings(db, parent)), pinyin: pinyinOf(group.name) }
    await db
      .insertInto('sys_group')
      .values({ id, parent_id: parent, type: group.type, name: group.name, code, sap_code: sapCode, has_budget_dept: hasBudgetDept, ...values })
      .execute()
      .catch(namingTheField)
    return id
  },

  async setHeads(id: string, heads: Heads): Promise<void> {
    const all = { head_user_id: heads.head, deputy_user_id: heads.deputy, vp_user_id: heads.vicePresident, gm_user_id: heads.generalManager }
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const result = await db.updateTable('sys_group').set({ ...given, update_time: sql<Date>`now()` }).where('id', '=', id).executeTakeFirst()
    if (!result.numUpdatedRows) throw new Missing('error.missing')
  },

  /** Renames a unit; the full names below follow. */
  async rename(id: string, name: string): Promise<void> {
    const { parent_id: parent } = await place(db, id)
    await db.updateTable('sys_group').set({ name, pinyin: pinyinOf(name) }).where('id', '=', id).execute().catch(namingTheField)
    await replant(db, id, parent)
  },

  /**
   * Moves a unit with everything below it; ids stay.
   * @throws Refused `identity.ownDescendant` when the new parent lies below it.
   */
  async move(id: string, parent: string | null): Promise<void> {
    // One move at a time: two that look fine alone could form a ring together.
    await db.selectFrom('sys_group').select('id').where('parent_id', 'is', null).orderBy('id').forUpdate().execute()
    const target = parent === null ? undefined : await place(db, parent)
    if (target?.path.includes(`/${id}/`)) throw new Refused('identity.ownDescendant')
    await db.updateTable('sys_group').set({ parent_id: parent, update_time: sql<Date>`now()` }).where('id', '=', id).execute().catch(namingTheField)
    await replant(db, id, parent)
  },

  async setEnabled(id: string, enable: boolean): Promise<void> {
    const result = await db.updateTable('sys_group').set({ enable, update_time: sql<Date>`now()` }).where('id', '=', id).executeTakeFirst()
    if (!result.numUpdatedRows) throw new Missing('error.missing')
  },
})

async function afterSiblings(db: Db, parent: string | null): Promise<number> {
  const { last } = await db.selectFrom('sys_group').select((eb) => eb.fn.max('sort').as('last')).where('parent_id', parent === null ? 'is' : '=', parent).executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

async function place(db: Db, id: string) {
  const row = await db.selectFrom('sys_group').select(['id', 'parent_id', 'path', 'full_name', 'level']).where('id', '=', id).where('del_flag', '=', 0).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  return row
}

/** Writes path, level and full name of a unit and of all below it anew, from the top down. */
async function replant(db: Db, id: string, parentId: string | null) {
  const top = parentId === null ? undefined : await place(db, parentId)
  const { path: old } = await place(db, id)
  const rows = await db.selectFrom('sys_group').select(['id', 'parent_id', 'name']).where('path', 'like', `${old}%`).orderBy('level').execute()
  const places = new Map<string, Place>()
  for (const row of rows) {
    const next = placed(row, row.id === id ? top : places.get(row.parent_id ?? ''))
    places.set(row.id, next)
    await db.updateTable('sys_group').set(next).where('id', '=', row.id).execute()
  }
}

interface Place {
  readonly path: string
  readonly full_name: string
  readonly level: number
}

function placed({ id, name }: { id: string; name: string }, above: Place | undefined): Place {
  if (!above) return { path: `/${id}/`, full_name: name, level: 1 }
  return { path: `${above.path}${id}/`, full_name: fullName([above.full_name, name]), level: above.level + 1 }
}

function namingTheField(error: unknown): never {
  if (isUniqueViolation(error, 'sys_group_name')) throw new Refused('identity.taken', {}, [{ field: 'name', code: 'identity.taken' }])
  if (isUniqueViolation(error, 'sys_group_code')) throw new Refused('identity.taken', {}, [{ field: 'code', code: 'identity.taken' }])
  throw error
}
