import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { bilingual, composeName, isNameHalf } from '#kernel/wording/names.ts'
import { connectionSemaphore } from '#server/database/connection.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import type { Db } from '#server/database/tables.ts'
import { type GroupDetails, groups, shapeTree } from '#server/identity/organisation/groups.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import type { UnitDetail, UnitType } from '#plugins/system/organisation-wire.ts'
import { demandUnit, unitReads, unitScope, unitTree } from './units.ts'
import { usagesOf } from './usages.ts'
import { beyond, isAdministrator } from '../users/guards.ts'

export const id = z.string().min(1).max(32)
export const stamped = z.strictObject({ _t: z.unknown().optional() })
export const byId = z.strictObject({ id })
const paging = { current: z.int().min(1).max(10_000).default(1), size: z.int().min(1).max(200).default(20) }

const half = z.string().trim().max(30).refine(isNameHalf, 'system.org.noSlash')
const code = z.string().trim().max(30).regex(/^[A-Za-z0-9_.-]*$/, 'error.field.codeText').nullish().transform((text) => text || null)
const person = z.string().max(32).nullish().transform((text) => text || null)

const details = {
  nameCn: half.min(1, 'error.field.required'),
  nameEn: half.default(''),
  code,
  sapCode: code,
  head: person,
  deputy: person,
  vicePresident: person,
  generalManager: person,
  hasBudgetDept: z.boolean().default(false),
  superiorEnterprise: person,
}

const newUnit = z.strictObject({ ...details, parentId: id.nullable().default(null), type: z.enum(['GROUP', 'ENTERPRISE', 'DEPARTMENT']) })
const changedUnit = z.strictObject({ ...details, id, version: versionInput })
const sortInput = z.strictObject({ id, parentId: id.nullable(), before: id.nullable().default(null) })
const superiorInput = z.strictObject({ enterpriseId: id.nullable() })
const enableInput = z.strictObject({ enable: z.boolean() })
export const memberInput = z.strictObject({ userId: id, main: z.boolean().default(false) })
export const membersQuery = z.strictObject({ ...paging, keyword: z.string().max(60).optional() })
export const usagesQuery = z.strictObject({ ...paging, kind: z.string().max(40) })
const treeQuery = stamped.extend({ keyword: z.string().max(60).optional(),
  enable: z.enum(['true', 'false']).transform((text) => text === 'true').optional() })

type UnitValues = Omit<z.output<typeof changedUnit>, 'id' | 'version'>

/** Converts the input into the attributes stored in the tree. */
function detailsOf(
  { nameCn, nameEn, head, deputy, vicePresident, generalManager, ...rest }: UnitValues,
): GroupDetails & { name: string } {
  return { ...rest, name: composeName({ cn: nameCn, en: nameEn }), heads: { head, deputy, vicePresident, generalManager } }
}

const path = '/system/org'
const config = (permission: string) => ({ access: needs(permission), resource: 'org' }) as const

/** Routes for the tree and its units. */
export function unitRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host
  // structural changes are serialized; waiting requests hold no database connection
  const turn = connectionSemaphore({ places: 1, timeout: 30_000 })
  const shaping = <Answer>(request: FastifyRequest, work: (now: CommandContext) => Promise<Answer>) =>
    turn(() => unitOfWork(host, request, work))
  /** Performs a change of a unit and writes its state before and after to the audit log. @returns the changed unit */
  const audited = (request: FastifyRequest, id: string, work: (now: CommandContext) => Promise<void>) =>
    shaping(request, async (now) => {
      await demandUnit(now, id)
      const before = await unitReads(now.db).one(id)
      await work(now)
      const after = await unitReads(now.db).one(id)
      request.audited = { id, before, after }
      return after
    })

  routes.get(path, { config: config(canOrganisation.view), schema: { querystring: treeQuery } },
    async ({ query, caller }) => unitTree(db, query, await unitScope(host, db, caller)))

  routes.get(`${path}/:id`, { config: config(canOrganisation.view), schema: { params: byId, querystring: stamped } },
    async ({ params, caller }) => {
      await demandUnit({ host, db, caller }, params.id)
      return unitReads(db).one(params.id)
    })

  routes.post(path, { config: { ...config(canOrganisation.add), repeats: 'once' }, schema: { body: newUnit } },
    (request) =>
      shaping(request, async (now) => {
        const after = await unitReads(now.db).one(await addUnit(now, request.body))
        request.audited = { id: after.id, after }
        return after
      }))

  routes.put(path, { config: { ...config(canOrganisation.edit), repeats: 'once' }, schema: { body: changedUnit } },
    (request) => audited(request, request.body.id, (now) => changeUnit(now, request.body)))

  routes.put(`${path}/sort`, { config: { ...config(canOrganisation.edit), repeats: 'once' }, schema: { body: sortInput } },
    (request) => audited(request, request.body.id, (now) => moveUnit(now, request.body)))

  routes.put(`${path}/:id/superior`, { config: { ...config(canOrganisation.edit), repeats: 'once' },
    schema: { params: byId, body: superiorInput } },
    (request) => audited(request, request.params.id, (now) => setSuperior(now, request.params.id, request.body.enterpriseId)))

  routes.put(`${path}/:id/enable`, { config: { ...config(canOrganisation.edit), repeats: 'once' },
    schema: { params: byId, body: enableInput } },
    (request) => audited(request, request.params.id, (now) => enableUnit(now, request.params.id, request.body.enable)))

  routes.delete(`${path}/:id`, { config: { ...config(canOrganisation.delete), repeats: 'once' },
    schema: { params: byId, querystring: stamped } }, (request) =>
    shaping(request, async (now) => {
      const { id } = request.params
      const before = await unitReads(now.db).one(id)
      await removeUnit(now, id)
      request.audited = { id, before }
      return true
    }))
}

/** Adds a unit. @throws Missing for a parent out of scope, Refused at the field */
async function addUnit(context: CommandContext, { parentId, type, ...entered }: z.output<typeof newUnit>): Promise<string> {
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

/** Changes a unit. @throws Missing, StateMoved, or Refused at the field */
async function changeUnit(context: CommandContext, { id, version, ...entered }: z.output<typeof changedUnit>): Promise<void> {
  const { db, caller, at } = context
  await demandUnit(context, id)
  await demandLeaders(context, entered, await unitReads(db).one(id))
  await demandSuperior(db, id, entered.superiorEnterprise)
  await groups(db, at).change(id, { version, by: caller.id, ...detailsOf(entered) })
}

/** Moves a unit with its descendants to a position among its siblings. @throws Missing, Refused */
async function moveUnit(context: CommandContext, { id, parentId, before }: z.output<typeof sortInput>): Promise<void> {
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

/** Sets the enterprise that a unit reports to. @throws Missing, or Refused `system.org.superior…` */
async function setSuperior(context: CommandContext, id: string, enterprise: string | null): Promise<void> {
  const { db, caller, at } = context
  await demandUnit(context, id)
  await demandSuperior(db, id, enterprise)
  const { version } = await unitReads(db).one(id)
  await groups(db, at).change(id, { version, by: caller.id, superiorEnterprise: enterprise })
}

/**
 * Enables a unit, or disables it with all its descendants.
 * @throws Missing, or Refused `system.org.parentDisabled` when enabling below a disabled parent
 */
async function enableUnit(context: CommandContext, id: string, enable: boolean): Promise<void> {
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

/** Deletes a unit. @throws Missing, or Refused `system.org.inUse` with the usages */
async function removeUnit(context: CommandContext, id: string): Promise<void> {
  const { db, host, caller, at } = context
  await demandUnit(context, id)
  await shapeTree(db)
  // lock: a concurrent new member waits and then finds the unit deleted
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

/** Root units may only be changed with an unrestricted scope. @throws Missing otherwise */
async function demandTop({ host, db, caller }: CommandContext): Promise<void> {
  if ((await host.departments(db, caller, 'org')) !== 'all') throw new Missing('error.missing')
}

/** Validates the superior enterprise, which may differ from the parent: an enterprise or group, without cycles. */
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

/** Nesting order: groups contain enterprises, enterprises contain departments, and each may contain its own type. */
const ranks: Readonly<Record<UnitType, number>> = { GROUP: 0, ENTERPRISE: 1, DEPARTMENT: 2 }

/** @throws Refused `system.org.wrongParent` if the type is not allowed below the parent's, or as a root */
function demandPlacement(type: UnitType, parent: UnitType | null): void {
  const fits = parent === null ? type !== 'DEPARTMENT' : ranks[parent] <= ranks[type]
  if (!fits) throw new Refused('system.org.wrongParent', {}, [{ field: 'parentId', code: 'system.org.wrongParent' }])
}

/** Leaders of a unit, with the role that each office grants. */
const offices = { head: 'departmentHead', deputy: undefined, vicePresident: 'vicePresident', generalManager: 'generalManager' } as const

type Office = keyof typeof offices

type Leaders = Pick<UnitDetail, Office>

/**
 * Leaders must be enabled, and appointing them must not grant more rights than the caller has.
 * @param before current leaders; absent for a new unit
 * @throws Refused at the field
 */
async function demandLeaders(context: CommandContext, leaders: Leaders, before?: Leaders): Promise<void> {
  const organisation = await context.host.organisation(context.db)
  const changed = (Object.keys(offices) as Office[]).filter((office) => leaders[office] !== (before?.[office] ?? null))
  for (const office of changed) {
    const person = leaders[office]
    if (!isAdministrator(context.caller)) demandRights(organisation, context.caller, { office, person })
    if (person !== null && !organisation.users.get(person)?.enabled) refuse('system.org.personGone', office)
  }
}

function demandRights({ permissions }: Organisation, caller: Caller, { office, person }: { office: Office; person: string | null }): void {
  const role = offices[office]
  if (!role) return
  if (person === caller.id) refuse('system.role.ownRights', office)
  if (beyond(caller, permissions.get(role) ?? []).length > 0) refuse('system.role.beyondYours', office)
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}
