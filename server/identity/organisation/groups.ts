import { sql } from 'kysely'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual, fullName } from '#kernel/wording/names.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '../id.ts'
import { pinyinOf } from './search-text.ts'
import type { GroupType } from '../tables.ts'

/** The position of a unit: ids and names from the root down to it. */
interface UnitPath {
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
async function placeOf(db: Db, id: string) {
  const row = await db.selectFrom('sys_group').select(['id', 'parent_id', 'path', 'full_name', 'level']).where('id', '=', id).where(
    'del_flag',
    '=',
    0,
  ).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  return row
}

/** @throws Refused `identity.tooDeep` where path or full name would be too long */
function placed({ id, name }: { id: string; name: string }, above: UnitPath | undefined): UnitPath {
  if (!above) return { path: `/${id}/`, full_name: name, level: 1 }
  const place = { path: `${above.path}${id}/`, full_name: fullName([above.full_name, name]), level: above.level + 1 }
  if (place.path.length > longest.path || place.full_name.length > longest.fullName) throw new Refused('identity.tooDeep')
  return place
}

/** Updates path, level and full name of a unit and its descendants, in one statement. */
async function replant(db: Db, id: string, parentId: string | null): Promise<void> {
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
async function arrange(db: Db, parent: string | null, { id, before }: { id: string; before: string | null }): Promise<void> {
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

export interface NewGroup {
  readonly id?: string
  readonly parent?: string | null
  readonly type: GroupType
  /** "中文/English" */
  readonly name: string
  readonly code?: string | null
  readonly sapCode?: string | null
  readonly hasBudgetDept?: boolean
  /** By default after its siblings. */
  readonly sort?: number
}

/** People responsible for a unit, by user id; null removes a person. */
export interface Heads {
  readonly head?: string | null
  readonly deputy?: string | null
  readonly vicePresident?: string | null
  readonly generalManager?: string | null
}

/** Details of a unit that can be changed together; absent ones are unchanged. */
export interface GroupDetails {
  /** "中文/English" */
  readonly name?: string
  readonly code?: string | null
  readonly sapCode?: string | null
  readonly hasBudgetDept?: boolean
  readonly superiorEnterprise?: string | null
  readonly heads?: Heads
}

interface GroupChange extends GroupDetails {
  /** The version on which the change is based. */
  readonly version: number
  readonly by: string
}

/** The organisation tree; `at` is the time of changes. Runs inside the caller's transaction when `db` is one. */
export const groups = (db: Db, at: Date) => ({
  /** @throws Missing for an unknown parent; Refused `error.duplicate` */
  async create({ id = newId(), parent = null, code = null, sapCode = null, hasBudgetDept = false, ...group }: NewGroup): Promise<string> {
    await shapeTree(db)
    const above = parent === null ? undefined : await placeOf(db, parent)
    const values = { ...placed({ id, name: group.name }, above), sort: group.sort ?? (await afterSiblings(db, parent)),
      pinyin: pinyinOf(group.name) }
    await db
      .insertInto('sys_group')
      .values({ id, parent_id: parent, type: group.type, name: group.name, code, sap_code: sapCode, has_budget_dept: hasBudgetDept,
        ...values, create_time: at, update_time: at })
      .execute()
      .catch(namingTheField)
    return id
  },

  async setHeads(id: string, heads: Heads): Promise<void> {
    const changes = headColumns(heads)
    const result = await db.updateTable('sys_group').set({ ...changes, update_time: at }).where('id', '=', id)
      .executeTakeFirst()
    if (!result.numUpdatedRows) throw new Missing('error.missing')
  },

  /** Renames a unit, which updates the full names of descendants. */
  async rename(id: string, name: string): Promise<void> {
    await shapeTree(db)
    const { parent_id: parent } = await placeOf(db, id)
    await db.updateTable('sys_group').set({ name, pinyin: pinyinOf(name), update_time: at }).where('id', '=', id).execute().catch(
      namingTheField,
    )
    await replant(db, id, parent)
  },

  /**
   * Changes the given details; a new name also changes the full names of descendants.
   * @throws Missing; StateMoved where the unit has another version by now; Refused `error.duplicate`
   */
  async change(id: string, { version, by, ...details }: GroupChange): Promise<void> {
    await shapeTree(db)
    const { parent_id: parent } = await placeOf(db, id)
    const { name, heads = {}, ...columns } = details
    const changes = { ...headColumns(heads), ...detailColumns(columns), ...(name === undefined ? {} : { name, pinyin: pinyinOf(name) }) }
    const result = await db
      .updateTable('sys_group')
      .set((eb) => ({ ...changes, version: eb('version', '+', 1), update_by: by, update_time: at }))
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
      .catch(namingTheField)
    if (!result.numUpdatedRows) throw new StateMoved(undefined, 'error.recordChanged')
    if (name !== undefined) await replant(db, id, parent)
  },

  /**
   * Moves a unit with its descendants. Without `before` it keeps its sort number among its new siblings, with an id it is placed before
   * that sibling, with null at the end.
   * @throws Refused `identity.ownDescendant` where the new parent is a descendant
   */
  async move(id: string, parent: string | null, before?: string | null): Promise<void> {
    await shapeTree(db)
    const target = parent === null ? undefined : await placeOf(db, parent)
    if (target?.path.includes(`/${id}/`)) throw new Refused('identity.ownDescendant')
    const { parent_id: old } = await placeOf(db, id)
    if (old !== parent) {
      await db.updateTable('sys_group').set({ parent_id: parent, update_time: at }).where('id', '=', id).execute().catch(
        namingTheField,
      )
      await replant(db, id, parent)
    }
    if (before !== undefined) await arrange(db, parent, { id, before })
  },

  async setEnabled(id: string, enable: boolean): Promise<void> {
    const result = await db.updateTable('sys_group').set({ enable, update_time: at }).where('id', '=', id).executeTakeFirst()
    if (!result.numUpdatedRows) throw new Missing('error.missing')
  },

  /** Removes a unit from the tree; the caller checks for usages. @throws Missing */
  async remove(id: string, by: string): Promise<void> {
    await shapeTree(db)
    await placeOf(db, id)
    await db.updateTable('sys_group').set((eb) => ({ del_flag: 1, version: eb('version', '+', 1), update_by: by, update_time: at })).where(
      'id',
      '=',
      id,
    ).execute()
  },
})

function headColumns(heads: Heads) {
  const all = { head_user_id: heads.head, deputy_user_id: heads.deputy, vp_user_id: heads.vicePresident, gm_user_id: heads.generalManager }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function detailColumns({ code, sapCode, hasBudgetDept, superiorEnterprise }: Omit<GroupDetails, 'name' | 'heads'>) {
  const all = { code, sap_code: sapCode, has_budget_dept: hasBudgetDept, superior_enterprise_id: superiorEnterprise }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

async function afterSiblings(db: Db, parent: string | null): Promise<number> {
  const { last } = await db.selectFrom('sys_group').select((eb) => eb.fn.max('sort').as('last')).where('parent_id',
    parent === null ? 'is' : '=', parent).executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

const uniqueFields: Readonly<Record<string, Label & { readonly field: string }>> = {
  sys_group_name: { field: 'name', cn: '同级名称', en: 'A unit of this name' },
  sys_group_code: { field: 'code', cn: '组织编码', en: 'Unit code' },
}

function namingTheField(error: unknown): never {
  for (const [constraint, { field, ...label }] of Object.entries(uniqueFields)) {
    const problem = { code: 'error.duplicate', parameters: { label: bilingual(label) } }
    if (isUniqueViolation(error, constraint)) throw new Refused(problem.code, problem.parameters, [{ field, ...problem }])
  }
  throw error
}
