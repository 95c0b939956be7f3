import { type Permission, permits } from '#kernel/permissions.ts'
import { formPermissions, listName, listPath } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Menu, Plugin } from '#kernel/plugin.ts'
import type { Resource } from '#kernel/resource.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '../caller.ts'
import { listsByKey } from '../lists-by-key.ts'
import { pinyinOf } from '../organisation/search-text.ts'
import type { MenuTable, MenuType } from '../tables.ts'

/** A menu entry that a plugin declares, or a button derived from its permissions. */
interface DeclaredMenu extends Menu {
  readonly isButton?: true
}

/** A page that a menu entry may open. */
interface RegisteredPage extends Label {
  /** The value of `component` of an entry. */
  readonly component: string
  /** The route of the page. */
  readonly path: string
}

/** Menu entries of all plugins; below each page a button for every permission concerning it. */
export function declaredMenus(plugins: readonly Plugin[]): DeclaredMenu[] {
  const permissions = plugins.flatMap((plugin) => plugin.permissions)
  const resources = new Map(plugins.flatMap((plugin) => plugin.resources).map((resource) => [resource.path, resource]))
  const text = (key: string, locale: 'cn' | 'en') =>
    plugins.map((plugin) => plugin.locales[locale][key]).find((found) => found !== undefined)
  const named = (permission: Permission): Label => ({ cn: text(`permission.${prefixOf(permission)}`, 'cn') ?? permission,
    en: text(`permission.${prefixOf(permission)}`, 'en') ?? permission })
  return [...plugins.flatMap(({ menus }) => menus), ...formLists(plugins)].flatMap((
    menu,
  ) => [menu, ...buttonsOf(menu, { permissions, resource: resources.get(menu.path ?? ''), named })])
}

/** Menu entries for the list of each type, for people who may see its documents; in a separate directory. */
function formLists(plugins: readonly Plugin[]): Menu[] {
  const forms = plugins.flatMap((plugin) => plugin.forms)
  if (forms.length === 0) return []
  return [
    { id: 'form-lists', cn: '业务单据', en: 'Documents by type', sort: 80 },
    ...forms.map((form, index) => ({ id: `list:${form.key}`, parent: 'form-lists', ...listName(form), icon: form.icon, path: listPath(form),
      needs: formPermissions(form.key).view, sort: (index + 1) * 10 })
    ),
  ]
}

/** Routes of pages that are only for readers of all rows, with the resource whose row scope is checked. */
export const wholePages = (plugins: readonly Plugin[]): ReadonlyMap<string, string> =>
  new Map(
    plugins.flatMap(({ menus }) =>
      menus.flatMap(({ path, wholeOf }) => (path === undefined || wholeOf === undefined ? [] : [[path, wholeOf] as const]))
    ),
  )

/** Pages of menus, resources, forms, and further pages declared by plugins; one per route. */
export function registeredPages(plugins: readonly Plugin[]): RegisteredPage[] {
  const all = plugins.flatMap((
    { menus, resources, forms, pages },
  ) => [...menus.flatMap(({ path, cn, en }) => (path === undefined ? [] : [{ path, cn, en }])), ...resources, ...forms,
    ...forms.map((form) => ({ path: listPath(form), ...listName(form) })), ...pages]
  )
  const byPath = new Map(all.toReversed().map(({ path, cn, en }) => [path, { component: componentAt(path), path, cn, en }]))
  return [...byPath.values()].toSorted((one, other) => one.path.localeCompare(other.path))
}

/** The name of a page: its route without the leading slash, since each page has one route. */
const componentAt = (path: string): string => path.slice(1) || 'home'

interface MenuContext {
  readonly permissions: readonly Permission[]
  readonly resource: Resource | undefined
  named(permission: Permission): Label
}

function buttonsOf(menu: Menu, { permissions, resource, named }: MenuContext): DeclaredMenu[] {
  if (menu.path === undefined) return []
  const kind = prefixOf(menu.needs ?? resource?.can.view ?? '')
  const isOwn = (permission: Permission) => kind !== '' && prefixOf(permission) === kind
  const about = [...new Set([...permissions.filter(isOwn), ...Object.values(resource?.confidential ?? {}), ...(menu.buttons ?? [])])]
    .filter((permission) => permission !== menu.needs)
  return about.map((permission, index) => ({ ...buttonOf(permission, isOwn(permission) || menu.buttons?.includes(permission) === true),
    parent: menu.id, needs: permission, sort: (index + 1) * 10, isButton: true as const })
  )
    .map((button) => ({ ...button, id: `${menu.id}:${button.id}` }))

  function buttonOf(permission: Permission, isAction: boolean): Label & { readonly id: string } {
    const action = permission.slice(permission.lastIndexOf(':') + 1)
    return isAction ? { id: action, ...(actionNames[action] ?? named(permission)) } : { id: permission, ...named(permission) }
  }
}

const prefixOf = (permission: Permission) => (permission.includes(':') ? permission.slice(0, permission.lastIndexOf(':')) : '')

/** Labels of the usual last segments of permissions. */
export const actionNames: Readonly<Record<string, Label>> = {
  view: { cn: '查看', en: 'View' },
  add: { cn: '新增', en: 'Add' },
  edit: { cn: '编辑', en: 'Edit' },
  enable: { cn: '启用', en: 'Enable' },
  import: { cn: '导入', en: 'Import' },
  export: { cn: '导出', en: 'Export' },
  delete: { cn: '删除', en: 'Delete' },
  adjust: { cn: '调拨', en: 'Transfer' },
  lock: { cn: '锁定', en: 'Lock' },
  sync: { cn: '同步', en: 'Sync' },
  publish: { cn: '发布', en: 'Publish' },
  confirm: { cn: '确认', en: 'Confirm' },
}

/** An entry of the menu on the wire. */
export interface MenuAnswer {
  readonly id: string
  readonly parentId: string | null
  readonly type: MenuType
  readonly name: string
  readonly nameEn: string
  /** Full pinyin and initials of its Chinese name. */
  readonly pinyin: string
  readonly icon: string | null
  readonly path: string | null
  readonly component: string | null
  readonly perms: string | null
  readonly sort: number
  readonly visible: boolean
  readonly keepAlive: boolean
  readonly children: readonly MenuAnswer[]
}

/** The reader of a menu. `isOpen` returns whether their row scope allows a page; by default all pages. */
interface MenuReader extends Pick<Caller, 'permissions'> {
  readonly isOpen?: (path: string) => boolean
}

/** The menu tree; runs inside the caller's transaction when `db` is one. */
export const menus = (db: Db) => ({
  /** The entries that a person may open, without empty directories. */
  async of({ permissions, isOpen = () => true }: MenuReader): Promise<MenuAnswer[]> {
    const rows = await live(db)
    // A menu whose directory was removed is shown at the top level; one whose directory is disabled is hidden with it.
    const open = rows.filter(({ enable, perms, path }) =>
      enable && (perms === null || permits(permissions, perms)) && (path === null || isOpen(path))
    )
    const known = new Set(rows.map(({ id }) => id))
    const below = listsByKey(open.map((row) => [row.parent_id && known.has(row.parent_id) ? row.parent_id : null, row] as const))
    const answer = (row: (typeof rows)[number]): MenuAnswer => ({
      id: row.id,
      parentId: row.parent_id,
      type: row.type,
      name: row.name,
      nameEn: row.name_en,
      pinyin: pinyinOf(row.name),
      icon: row.icon,
      path: row.path,
      component: row.component,
      perms: row.perms,
      sort: row.sort,
      visible: row.visible,
      keepAlive: row.keep_alive,
      children: childrenOf(row.id),
    })
    const childrenOf = (id: string | null): MenuAnswer[] =>
      (below.get(id) ?? []).map(answer).filter(({ type, children }) => type !== 'M' || children.length > 0)
    return childrenOf(null)
  },

  /** URLs of pages that are in the menu but not in this person's, so that they may not open them. */
  async closed(caller: MenuReader): Promise<string[]> {
    const own = new Set(pathsIn(await menus(db).of(caller)))
    const all = (await live(db)).flatMap(({ type, path }) => (type === 'C' && path !== null ? [path] : []))
    return [...new Set(all)].filter((path) => !own.has(path))
  },

  /**
   * Writes the declared menus, property by property: changes by administrators since the last declaration are kept. Entries of removed
   * plugins are hidden and shown again with their plugin.
   */
  async synchronise(declared: readonly DeclaredMenu[], at: Date): Promise<void> {
    const known = new Map((await db.selectFrom('sys_menu').selectAll().execute()).map((row) => [row.id, row]))
    const fresh = declared.filter(({ id }) => !known.has(id)).map((menu) => ({ id: menu.id, ...columnsOf(menu),
      declared: JSON.stringify(columnsOf(menu)), create_time: at, update_time: at })
    )
    if (fresh.length > 0) await db.insertInto('sys_menu').values(fresh).onConflict((conflict) => conflict.doNothing()).execute()
    for (const menu of declared) {
      const next = columnsOf(menu)
      const row = known.get(menu.id)
      if (row && (row.withdrawn || !same(row.declared, next)))
        await db.updateTable('sys_menu').set({ ...merged(row, next), declared: JSON.stringify(next), withdrawn: false }).where('id', '=',
          menu.id).execute()
    }
    const ids = new Set(declared.map(({ id }) => id))
    const gone = [...known.values()].filter((row) => row.declared !== null && !row.withdrawn && !ids.has(row.id)).map(({ id }) => id)
    if (gone.length > 0) await db.updateTable('sys_menu').set({ withdrawn: true }).where('id', 'in', gone).execute()
  },

  /** Sets the component of page entries without one to that of the registered page at their route. */
  async fillComponents(pages: readonly RegisteredPage[]): Promise<void> {
    const open = await db.selectFrom('sys_menu').select(['id', 'path']).where('type', '=', 'C').where('component', 'is', null).execute()
    for (const { id, path } of open) {
      const page = pages.find((each) => each.path === path)
      if (page) await db.updateTable('sys_menu').set({ component: page.component }).where('id', '=', id).execute()
    }
  },
})

/** Menus that are not deleted and belong to a present module, in the order of the tree. */
const live = (db: Db) =>
  db.selectFrom('sys_menu').selectAll().where('withdrawn', '=', false).where('del_flag', '=', 0).orderBy('sort').orderBy('id').execute()

const pathsIn = (tree: readonly MenuAnswer[]): string[] =>
  tree.flatMap(({ type, path, children }) => [...(type === 'C' && path !== null ? [path] : []), ...pathsIn(children)])

type Columns = Pick<MenuTable, 'parent_id' | 'type' | 'name' | 'name_en' | 'icon' | 'path' | 'component' | 'perms' | 'sort'>

function columnsOf({ parent, cn, en, icon, path, needs, sort, isButton }: DeclaredMenu): Columns {
  const type = isButton ? 'F' : path === undefined ? 'M' : 'C'
  return { parent_id: parent ?? null, type, name: cn, name_en: en, icon: icon ?? null, path: path ?? null,
    component: path === undefined ? null : componentAt(path), perms: needs ?? null, sort }
}

const propertiesOf = (columns: Columns) => Object.keys(columns) as (keyof Columns)[]

function same(before: unknown, next: Columns): boolean {
  return before !== null && propertiesOf(next).every((key) => (before as Columns)[key] === next[key])
}

/** The new declaration, except properties that an administrator has changed in the table. */
function merged(row: Columns & { declared: unknown }, next: Columns): Columns {
  const before = row.declared as Columns | null
  // A property that is new in the declaration gets its declared value.
  const kept = propertiesOf(next).filter((key) => before !== null && before[key] !== undefined && row[key] !== before[key])
  return { ...next, ...Object.fromEntries(kept.map((key) => [key, row[key]])) }
}
