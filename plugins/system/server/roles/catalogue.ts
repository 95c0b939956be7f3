import { administerPermission } from '#approval/administrator.ts'
import { formPermissions } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { everything, type Permission } from '#kernel/permissions.ts'
import type { Menu, Plugin } from '#kernel/plugin.ts'
import { namedInPlural } from '#kernel/resource.ts'
import { actionNames } from '#server/identity/rights/menus.ts'
import { serverMessages } from '#server/server-messages.ts'
import type { PermissionGroup, PermissionRow } from '#plugins/system/access-wire.ts'

/** Catalogue of all rights declared by modules and by the approval engine, with display names. */
export function catalogue(plugins: readonly Plugin[]): readonly PermissionGroup[] {
  const named = names(plugins)
  const rows = new Map<string, PermissionRow>()
  for (const permission of declared(plugins)) {
    const prefix = prefixOf(permission)
    const row = rows.get(prefix) ?? { prefix, ...named.of(prefix), permissions: [] }
    rows.set(prefix, { ...row,
      permissions: [...row.permissions, { permission, action: permission.slice(permission.lastIndexOf(':') + 1) }] })
  }
  const groups = new Map<string, { readonly group: Directory; readonly rows: PermissionRow[] }>()
  for (const row of rows.values()) {
    const group = named.groupOf(row.prefix)
    const known = groups.get(group.id) ?? { group, rows: [] }
    groups.set(group.id, { group, rows: [...known.rows, row] })
  }
  return [...groups.values()].toSorted((one, other) => one.group.sort - other.group.sort).map(({ group: { id, cn, en }, rows: own }) => ({
    id,
    cn,
    en,
    rows: own,
  }))
}

/** Display name of a right, as on the page of roles, e.g. “Vehicles: View”. */
export function permissionName(plugins: readonly Plugin[], permission: Permission): Label {
  const row = names(plugins).of(prefixOf(permission))
  const action = permission.includes(':') ? actionNames[permission.slice(permission.lastIndexOf(':') + 1)] : undefined
  return action ? { cn: `${row.cn}：${action.cn}`, en: `${row.en}: ${action.en}` } : row
}

/** Returns a check whether a right can be granted: a declared one, `*`, or `area:resource:*` for all of a resource. */
export function grantable(plugins: readonly Plugin[]): (permission: Permission) => boolean {
  const all = new Set(declared(plugins))
  const prefixes = new Set([...all].filter((permission) => permission.includes(':')).map(prefixOf))
  return (permission) =>
    permission === everything || all.has(permission) || (permission.endsWith(':*') && prefixes.has(permission.slice(0, -2)))
}

const declared = (
  plugins: readonly Plugin[],
): Permission[] => [...new Set([...plugins.flatMap(({ permissions }) => permissions), administerPermission])]

const prefixOf = (permission: Permission) => (permission.includes(':') ? permission.slice(0, permission.lastIndexOf(':')) : permission)

type Directory = Label & { readonly id: string; readonly sort: number }

const forms: Directory = { id: 'forms', cn: '表单', en: 'Forms', sort: 15 }
const documents: Directory = { id: 'documents', cn: '单据与流程', en: 'Documents and flows', sort: 16 }
const others: Directory = { id: 'others', cn: '其他', en: 'Others', sort: 1_000 }

/** Lookup of names of permissions: by form, resource or menu entry, else by a text of its own. */
function names(plugins: readonly Plugin[]) {
  const menus = plugins.flatMap((plugin) => plugin.menus)
  const byId = new Map(menus.map((menu) => [menu.id, menu]))
  const root = (menu: Menu): Menu => (menu.parent === undefined ? menu : root(byId.get(menu.parent) ?? { ...menu, parent: undefined }))
  const find = serverMessages(plugins)
  const formOf = new Map(plugins.flatMap((plugin) => plugin.forms).map((form) => [prefixOf(formPermissions(form.key).view), form]))
  const resourceOf = new Map(plugins.flatMap((plugin) => plugin.resources).map((resource) => [prefixOf(resource.can.view), resource]))
  // the first page with the permission
  const menuOf = new Map<string, Menu>()
  for (const menu of menus) if (menu.needs !== undefined && !menuOf.has(prefixOf(menu.needs))) menuOf.set(prefixOf(menu.needs), menu)
  const byPath = (path: string | undefined) => menus.find((menu) => menu.path !== undefined && menu.path === path)

  const of = (prefix: string): Label => {
    const resource = resourceOf.get(prefix)
    const known = formOf.get(prefix) ?? (resource && namedInPlural(resource)) ?? byPath(resource?.path) ?? menuOf.get(prefix) ?? resource
    const nameIn = (locale: 'cn' | 'en') => find(`permission.${prefix}`, undefined, locale) ?? prefix
    return known ? { cn: known.cn, en: known.en } : { cn: nameIn('cn'), en: nameIn('en') }
  }
  const groupOf = (prefix: string): Directory => {
    if (formOf.has(prefix)) return forms
    const menu = menuOf.get(prefix) ?? byPath(resourceOf.get(prefix)?.path)
    if (menu) return root(menu)
    // by an entry of the same area in the menu; rights outside of all areas are about documents
    const beside = menuOfArea(prefix)
    if (beside) return root(beside)
    return prefix.startsWith('workflow') || !prefix.includes(':') ? documents : others
  }
  const menuOfArea = (
    prefix: string,
  ) => (prefix.includes(':') ? [...menuOf].find(([other]) => other.split(':')[0] === prefix.split(':')[0])?.[1] : undefined)
  return { of, groupOf }
}
