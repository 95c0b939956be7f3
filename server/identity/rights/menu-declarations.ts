import { formPermissions, listName, listPath } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Menu, Plugin } from '#kernel/plugin.ts'
import type { Resource } from '#kernel/resource.ts'

/** A menu entry that a plugin declares, or a button derived from its permissions. */
export interface DeclaredMenu extends Menu {
  readonly isButton?: true
}

/** A page that a menu entry may open. */
export interface RegisteredPage extends Label {
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
export const componentAt = (path: string): string => path.slice(1) || 'home'

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
