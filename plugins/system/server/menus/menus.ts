import { sql } from 'kysely'
import { z } from 'zod'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { everything } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { menus, registeredPages } from '#server/identity/rights/menus.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { menuPage, type MenuType } from '#plugins/system/access-wire.ts'
import { canMenu } from '#plugins/system/permissions.ts'
import { liveMenus, menuTree } from './menu-tree.ts'

const id = z.string().min(1).max(120)
const stamped = z.strictObject({ _t: z.unknown().optional() })
const byId = z.strictObject({ id })

const text = (max: number) => z.string().trim().max(max).nullish().transform((value) => value || null)

const details = {
  parentId: id.nullable().default(null),
  name: z.string().trim().min(1, 'error.field.required').max(60),
  nameEn: z.string().trim().min(1, 'error.field.required').max(120),
  icon: text(60),
  path: z.string().trim().max(120).regex(/^(\/[\w./-]*)?$/, 'error.field.path').nullish().transform((value) => value || null),
  component: text(120),
  perms: text(100),
  keepAlive: z.boolean().default(true),
  visible: z.boolean().default(true),
  enable: z.boolean().default(true),
}

const newMenu = z.strictObject({ ...details, type: z.enum(['M', 'C', 'F']) })
const changedMenu = z.strictObject({ ...details, id, version: versionInput })
const sortInput = z.strictObject({ id, parentId: id.nullable(), before: id.nullable().default(null) })
const enableInput = z.strictObject({ enable: z.boolean() })
const menuQuery = stamped.extend({ name: z.string().max(60).optional(),
  enable: z.enum(['true', 'false']).transform((value) => value === 'true').optional() })

type MenuDetails = Omit<z.output<typeof newMenu>, 'type'>

/** Adds an entry. @throws Refused at the field */
async function addMenu({ db, host, caller, at }: CommandContext, { type, ...details }: z.output<typeof newMenu>): Promise<string> {
  await shapeMenu(db)
  const complete = { ...details, ...pageOf(host.plugins, type, details) }
  demandDetails(host.plugins.flatMap(({ permissions }) => permissions), type, complete)
  await demandPlace(db, { id: null, type, ...complete })
  const id = newId()
  await db.insertInto('sys_menu').values({ id, type, ...columns(complete), sort: 0, create_by: caller.id, update_by: caller.id,
    create_time: at, update_time: at }).execute()
  await arrange(db, details.parentId, { id, before: null })
  return id
}

/** Changes an entry. @throws Missing, StateMoved, or Refused at the field */
async function changeMenu({ db, host, caller, at }: CommandContext,
  { id, version, ...details }: z.output<typeof changedMenu>): Promise<void> {
  await shapeMenu(db)
  const { type, version: stored, parent_id: before } = await menuRow(db, id)
  if (stored !== version) throw new StateMoved(undefined, 'error.recordChanged')
  const complete = { ...details, ...pageOf(host.plugins, type, details) }
  demandDetails(host.plugins.flatMap(({ permissions }) => permissions), type, complete)
  await demandPlace(db, { id, type, ...complete })
  await db.updateTable('sys_menu').set({ ...columns(complete), version: version + 1, update_by: caller.id, update_time: at })
    .where('id', '=', id).execute()
  if (before !== details.parentId) await arrange(db, details.parentId, { id, before: null })
  await demandWayBack(db)
}

/** Moves an entry with its descendants to a position among its siblings. @throws Missing, Refused */
async function moveMenu({ db, caller, at }: CommandContext, { id, parentId, before }: z.output<typeof sortInput>): Promise<void> {
  await shapeMenu(db)
  const { type, name, parent_id: old } = await menuRow(db, id)
  if (old !== parentId) {
    await demandPlace(db, { id, type, name, parentId })
    await db.updateTable('sys_menu').set({ parent_id: parentId, update_by: caller.id, update_time: at }).where('id', '=', id)
      .execute()
  }
  await arrange(db, parentId, { id, before })
  await demandWayBack(db)
}

/** Enables or disables an entry; a disabled entry hides everything below it. @throws Missing, Refused */
async function enableMenu({ db, caller, at }: CommandContext, id: string, enable: boolean): Promise<void> {
  await shapeMenu(db)
  await menuRow(db, id)
  await db.updateTable('sys_menu').set((eb) => ({ enable, version: eb('version', '+', 1), update_by: caller.id, update_time: at })).where(
    'id',
    '=',
    id,
  ).execute()
  await demandWayBack(db)
}

/** Deletes an entry. @throws Missing, or Refused if a module declares it or it has children */
async function removeMenu({ db, caller, at }: CommandContext, id: string): Promise<void> {
  await shapeMenu(db)
  const { declared } = await menuRow(db, id)
  if (declared !== null) throw new Refused('system.menu.declared')
  if (await liveMenus(db).select('id').where('parent_id', '=', id).executeTakeFirst()) throw new Refused('system.menu.hasChildren')
  await db.updateTable('sys_menu').set({ del_flag: 1, update_by: caller.id, update_time: at }).where('id', '=', id).execute()
}

/** Reads an entry. @throws Missing */
async function menuRow(db: Db, id: string) {
  const row = await liveMenus(db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Missing('error.missing')
  return row
}

/** Advisory lock that serializes changes of the tree's structure. */
const shapeMenu = (db: Db) => sql`select pg_advisory_xact_lock(4201907)`.execute(db)

const columns = ({ parentId, nameEn, keepAlive, ...rest }: MenuDetails) => ({ ...rest, parent_id: parentId, name_en: nameEn,
  keep_alive: keepAlive })

/** Ensures that the menu administration stays reachable, since otherwise the change could not be undone. @throws Refused */
async function demandWayBack(db: Db): Promise<void> {
  const closed = await menus(db).closed({ permissions: new Set([everything]) })
  if (closed.includes(menuPage)) throw new Refused('system.menu.ownPage')
}

/** Resolves the registered page of an entry by its component; the route follows from the page. @throws Refused at the field */
function pageOf(plugins: Parameters<typeof registeredPages>[0], type: MenuType,
  { path, component }: MenuDetails): Pick<MenuDetails, 'path' | 'component'> {
  if (type !== 'C') return path === null ? { path, component: null } : refuse('system.menu.noPath', 'path')
  const page = component === null ? registeredAt(plugins, path) : registeredPages(plugins).find((each) => each.component === component)
  if (!page) return refuse('system.menu.unknownPage', 'component')
  return path === null || path === page.path ? { path: page.path, component: page.component } : refuse('system.menu.otherRoute', 'path')
}

function registeredAt(plugins: Parameters<typeof registeredPages>[0], path: string | null) {
  if (path === null) return refuse('error.field.required', 'component')
  return registeredPages(plugins).find((each) => each.path === path) ?? refuse('system.menu.unknownPage', 'path')
}

/** Validates the details required by a type of entry. @throws Refused */
function demandDetails(permissions: readonly string[], type: MenuType, { perms }: MenuDetails): void {
  if (type === 'F' && perms === null) refuse('error.field.required', 'perms')
  if (perms !== null && !isKnown(permissions, perms)) refuse('system.menu.unknownPermission', 'perms')
}

/** Returns whether a permission is declared by a module, or is a wildcard of one kind (`finance:rate:*`). */
const isKnown = (permissions: readonly string[], permissionKey: string): boolean =>
  permissionKey.endsWith(':*')
    ? permissions.some((permission) => permission.startsWith(permissionKey.slice(0, -1)))
    : permissions.includes(permissionKey)

interface MenuPlacement {
  readonly id: string | null
  readonly type: MenuType
  readonly name: string
  readonly parentId: string | null
  readonly path?: string | null
}

const holds: Readonly<Record<MenuType | 'top', string>> = { top: 'MC', M: 'MCF', C: 'F', F: '' }

/** Validates the position of an entry: allowed parent type, no cycle, unique name and route. @throws Refused */
async function demandPlace(db: Db, placing: MenuPlacement): Promise<void> {
  const { id, type, parentId } = placing
  const parent = parentId === null ? 'top' : (await liveMenus(db).select('type').where('id', '=', parentId).executeTakeFirst())?.type
  if (parent === undefined || !holds[parent].includes(type)) refuse('system.menu.wrongParent', 'parentId')
  if (id !== null) await demandNoRing(db, id, parentId)
  await demandFreeName(db, placing)
  await demandFreeRoute(db, placing)
}

/** Refuses a route in use. Not a constraint of the table, because a module installed later may declare a route that is in use. */
async function demandFreeRoute(db: Db, { id, path }: MenuPlacement): Promise<void> {
  if (!path) return
  const other = await liveMenus(db).select(['name', 'name_en']).where('path', '=', path).where('id', '<>', id ?? '').executeTakeFirst()
  if (!other) return
  const problem = { code: 'system.menu.routeTaken', parameters: { name: bilingual({ cn: other.name, en: other.name_en }) } }
  throw new Refused(problem.code, problem.parameters, [{ field: 'path', ...problem }])
}

async function demandFreeName(db: Db, { id, name, parentId }: MenuPlacement): Promise<void> {
  const same = await liveMenus(db).select('id').where('parent_id', parentId === null ? 'is' : '=', parentId).where('name', '=', name).where(
    'id',
    '<>',
    id ?? '',
  ).executeTakeFirst()
  const problem = { code: 'error.duplicate', parameters: { label: bilingual({ cn: '同级名称', en: 'An entry of this name' }) } }
  if (same) throw new Refused(problem.code, problem.parameters, [{ field: 'name', ...problem }])
}

async function demandNoRing(db: Db, id: string, parentId: string | null): Promise<void> {
  for (let next = parentId; next !== null;) {
    if (next === id) refuse('identity.ownDescendant', 'parentId')
    next = (await db.selectFrom('sys_menu').select('parent_id').where('id', '=', next).executeTakeFirst())?.parent_id ?? null
  }
}

/** Renumbers the children of a parent in steps of ten, with one of them placed before another, or last. */
async function arrange(db: Db, parent: string | null, { id, before }: { id: string; before: string | null }): Promise<void> {
  const rows = await liveMenus(db).select('id').where('parent_id', parent === null ? 'is' : '=', parent).orderBy('sort').orderBy('id')
    .execute()
  const others = rows.map((row) => row.id).filter((other) => other !== id)
  const index = before === null ? -1 : others.indexOf(before)
  const order = index < 0 ? [...others, id] : [...others.slice(0, index), id, ...others.slice(index)]
  await sql`update sys_menu set sort = place.number * 10 from unnest(${order}::text[]) with ordinality as place (id, number)
    where sys_menu.id = place.id and sort <> place.number * 10`
    .execute(db)
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}

const path = '/system/menu'
const config = (permission: string) => ({ access: needs(permission), resource: 'menu' }) as const

/** Routes of the menu administration; declared entries are synchronised with the modules independently of manual changes. */
export function menuRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(path, { config: config(canMenu.view), schema: { querystring: menuQuery } }, ({ query }) => menuTree(host.db, query))

  routes.get(`${path}/permissions`, { config: config(canMenu.view), schema: { querystring: stamped } },
    async () => [...new Set(host.plugins.flatMap(({ permissions }) => permissions))].toSorted())

  routes.get(`${path}/pages`, { config: config(canMenu.view), schema: { querystring: stamped } }, async () => registeredPages(host.plugins))

  routes.post(path, { config: { ...config(canMenu.add), repeats: 'once' }, schema: { body: newMenu } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const id = await addMenu(now, request.body)
        request.audited = { id, after: request.body }
        return { id }
      }))

  routes.put(path, { config: { ...config(canMenu.edit), repeats: 'once' }, schema: { body: changedMenu } },
    (request) => audited(host, request, request.body.id, (now) => changeMenu(now, request.body)))

  routes.put(`${path}/sort`, { config: { ...config(canMenu.edit), repeats: 'once' }, schema: { body: sortInput } },
    (request) => audited(host, request, request.body.id, (now) => moveMenu(now, request.body)))

  routes.put(`${path}/:id/enable`, { config: { ...config(canMenu.enable), repeats: 'once' }, schema: { params: byId, body: enableInput } },
    (request) => audited(host, request, request.params.id, (now) => enableMenu(now, request.params.id, request.body.enable)))

  routes.delete(`${path}/:id`, { config: { ...config(canMenu.delete), repeats: 'once' }, schema: { params: byId, querystring: stamped } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const before = await menuRow(now.db, request.params.id)
        await removeMenu(now, request.params.id)
        request.audited = { id: before.id, before }
        return true
      }))
}

/** Performs a change of an entry and writes its state before and after to the audit log. */
const audited = (host: Host, request: FastifyRequest, id: string, work: (now: CommandContext) => Promise<void>) =>
  unitOfWork(host, request, async (now) => {
    const before = await menuRow(now.db, id)
    await work(now)
    request.audited = { id, before, after: await menuRow(now.db, id) }
    return true
  })
