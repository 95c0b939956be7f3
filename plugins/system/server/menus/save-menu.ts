import { sql } from 'kysely'
import type { z } from 'zod'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { everything } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { registeredPages } from '#server/identity/rights/menu-declarations.ts'
import { menus } from '#server/identity/rights/menus.ts'
import { menuPage, type MenuType } from '#plugins/system/menu-wire.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { changedMenu, MenuDetails, newMenu, sortInput } from './menu-input.ts'
import { liveMenus } from './menu-tree.ts'

/** Adds an entry. @throws Refused at the field */
export async function addMenu({ db, host, caller, at }: CommandContext, { type, ...details }: z.output<typeof newMenu>): Promise<string> {
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
export async function changeMenu({ db, host, caller, at }: CommandContext,
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
export async function moveMenu({ db, caller, at }: CommandContext, { id, parentId, before }: z.output<typeof sortInput>): Promise<void> {
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
export async function enableMenu({ db, caller, at }: CommandContext, id: string, enable: boolean): Promise<void> {
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
export async function removeMenu({ db, caller, at }: CommandContext, id: string): Promise<void> {
  await shapeMenu(db)
  const { declared } = await menuRow(db, id)
  if (declared !== null) throw new Refused('system.menu.declared')
  if (await liveMenus(db).select('id').where('parent_id', '=', id).executeTakeFirst()) throw new Refused('system.menu.hasChildren')
  await db.updateTable('sys_menu').set({ del_flag: 1, update_by: caller.id, update_time: at }).where('id', '=', id).execute()
}

/** Reads an entry. @throws Missing */
export async function menuRow(db: Db, id: string) {
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
