import type { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { shapeTree } from '#server/identity/organisation/group-places.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import type { UnitType } from '#plugins/system/unit-wire.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { demandLeaders } from './leaders.ts'
import { demandPlacement } from './placement.ts'
import { usagesOf } from './usage-queries.ts'
import { type changedUnit, detailsOf, type newUnit, type sortInput } from './unit-input.ts'
import { demandUnit } from './unit-scope.ts'
import { unitReads } from './units.ts'

/** @throws Missing for a parent out of scope; Refused at the field. */
export async function addUnit(context: CommandContext, { parentId, type, ...entered }: z.output<typeof newUnit>): Promise<string> {
  const { db, caller, at } = context
  if (parentId === null) await demandTop(context)
  else await demandUnit(context, parentId)
  demandPlacement(type, await typeOf(db, parentId))
  await demandLeaders(context, entered)
  await demandSuperior(db, null, entered.superiorEnterprise)
  const { heads = {}, superiorEnterprise, ...columns } = detailsOf(entered)
  const id = await groups(db, at).create({ ...columns, type, parent: parentId })
  await groups(db, at).change(id, { version: 0, by: caller.id, heads, superiorEnterprise })
  return id
}

/** @throws Missing; StateMoved; Refused at the field. */
export async function changeUnit(context: CommandContext, { id, version, ...entered }: z.output<typeof changedUnit>): Promise<void> {
  const { db, caller, at } = context
  await demandUnit(context, id)
  await demandLeaders(context, entered, await unitReads(db).one(id))
  await demandSuperior(db, id, entered.superiorEnterprise)
  await groups(db, at).change(id, { version, by: caller.id, ...detailsOf(entered) })
}

/** Moves a unit with everything below it, and places it among its siblings. @throws Missing; Refused */
export async function moveUnit(context: CommandContext, { id, parentId, before }: z.output<typeof sortInput>): Promise<void> {
  const { db, at } = context
  await demandUnit(context, id)
  await shapeTree(db)
  const unit = await unitReads(db).one(id)
  if (unit.parentId !== parentId) {
    if (parentId === null) await demandTop(context)
    else await demandUnit(context, parentId)
    demandPlacement(unit.type, await typeOf(db, parentId))
  }
  await groups(db, at).move(id, parentId, before)
}

/** @throws Missing; Refused `system.org.superior…`. */
export async function setSuperior(context: CommandContext, id: string, enterprise: string | null): Promise<void> {
  const { db, caller, at } = context
  await demandUnit(context, id)
  await demandSuperior(db, id, enterprise)
  const { version } = await unitReads(db).one(id)
  await groups(db, at).change(id, { version, by: caller.id, superiorEnterprise: enterprise })
}

/**
 * A unit is disabled with everything below it, and enabled by itself.
 * @throws Missing; Refused `system.org.parentDisabled`.
 */
export async function enableUnit(context: CommandContext, id: string, enable: boolean): Promise<void> {
  const { db, caller, at } = context
  await demandUnit(context, id)
  await shapeTree(db)
  const { parentId } = await unitReads(db).one(id)
  if (enable && parentId !== null && !(await unitReads(db).one(parentId)).enable) throw new Refused('system.org.parentDisabled')
  const ids = enable ? [id] : await unitReads(db).withBelow(id)
  await db.updateTable('sys_group').set((eb) => ({ enable, version: eb('version', '+', 1), update_by: caller.id, update_time: at })).where(
    'id',
    'in',
    ids,
  )
    .where('enable', '<>', enable).execute()
}

/** @throws Missing; Refused `system.org.inUse` that names what is in it. */
export async function removeUnit(context: CommandContext, id: string): Promise<void> {
  const { db, host, caller, at } = context
  await demandUnit(context, id)
  await shapeTree(db)
  // A caller who joins it at the same time waits, and finds it gone.
  await db.selectFrom('sys_group').select('id').where('id', '=', id).forUpdate().execute()
  const kept = (await usagesOf(host, db, { units: [id] })).filter(({ keepsUnit }) => keepsUnit)
  if (kept.length > 0) {
    const what = bilingual({ cn: kept.map(({ cn, count }) => `${cn} ${count}`).join('、'), en: kept.map(({ en, count }) =>
      `${en.toLowerCase()} ${count}`
    ).join(', ') })
    throw new Refused('system.org.inUse', { what })
  }
  await groups(db, at).remove(id, caller.id)
}

async function typeOf(db: Db, id: string | null): Promise<UnitType | null> {
  return id === null ? null : (await unitReads(db).one(id)).type
}

/** The top of the tree belongs to those who keep all of it. */
async function demandTop({ host, db, caller }: CommandContext): Promise<void> {
  if ((await host.departments(db, caller, 'org')) !== 'all') throw new Missing('error.missing')
}

/** Enterprises may report to another enterprise than the one they stand below, never in a ring. */
async function demandSuperior(db: Db, id: string | null, superior: string | null): Promise<void> {
  const seen = new Set(id === null ? [] : [id])
  for (let next = superior; next !== null;) {
    if (seen.has(next)) refuseSuperior('system.org.superiorRing')
    seen.add(next)
    const row = await db.selectFrom('sys_group').select(['type', 'superior_enterprise_id']).where('id', '=', next).where('del_flag', '=', 0)
      .executeTakeFirst()
    if (!row || row.type === 'DEPARTMENT') refuseSuperior('system.org.superiorKind')
    next = row.superior_enterprise_id
  }
}

function refuseSuperior(code: string): never {
  throw new Refused(code, {}, [{ field: 'superiorEnterprise', code }])
}
