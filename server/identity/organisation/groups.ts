import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { Label } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { isUniqueViolation } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { arrange, placed, placeOf, replant, shapeTree } from './group-places.ts'
import { newId } from '../id.ts'
import { pinyinOf } from './search-text.ts'
import type { GroupType } from '../tables.ts'

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
