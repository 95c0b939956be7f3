import type { Label } from '#kernel/wording/label.ts'
import type { PermissionGroup, RoleMenu } from '#plugins/system/role-wire.ts'
import { has, withRights } from './permission-tree.ts'

type PermissionSet = ReadonlySet<string>

/** A node of a role's menu tree, which edits the same permissions as the matrix. */
export interface MenuGrant {
  readonly key: string
  readonly label: Label
  /** Permissions of the node and of everything below it, granted by ticking it. */
  readonly permissions: readonly string[]
  /** Reason why it cannot be ticked: open to everyone, or implied by other permissions. */
  readonly fixed?: 'everyone' | 'follows'
  readonly children: readonly MenuGrant[]
}

/** Converts the menu into tickable nodes. A page with buttons gets an additional first child for its own permission. */
export function grantsOf(menus: readonly RoleMenu[], view: Label): MenuGrant[] {
  return menus.map((menu): MenuGrant => {
    const { id, cn, en, permission } = menu
    const below = grantsOf(menu.children, view)
    const own = permission !== null && isGranted(permission) ? [permission] : []
    const opening = own.length > 0 && below.length > 0 ? [{ key: `${id}#`, label: view, permissions: own, children: [] }] : []
    return { key: id, ...fixedOf(menu), label: { cn, en },
      permissions: [...new Set([...own, ...below.flatMap(({ permissions }) => permissions)])], children: [...opening, ...below] }
  })
}

function fixedOf({ type, permission }: RoleMenu): Pick<MenuGrant, 'fixed'> {
  if (type !== 'C' || (permission !== null && isGranted(permission))) return {}
  return { fixed: permission === null ? 'everyone' : 'follows' }
}

/** Returns whether a permission can be granted; `finance:*` means any right of an area and is not granted itself. */
const isGranted = (permission: string) => !permission.endsWith(':*')

/** Grants or revokes all permissions of a node. */
export function withGrant(granted: PermissionSet, { permissions }: MenuGrant,
  { give, groups }: { readonly give: boolean; readonly groups: readonly PermissionGroup[] }): PermissionSet {
  const rows = groups.flatMap((group) => group.rows)
  return permissions.reduce((sum, permission) => {
    const prefix = permission.slice(0, permission.lastIndexOf(':'))
    return withRights(sum, rows.find((row) => row.prefix === prefix) ?? { prefix, cn: '', en: '', permissions: [] }, [permission], give)
  }, granted)
}

/** Nodes that match by name in either language or by permission, with their ancestors and descendants. */
export function grantsLike(grants: readonly MenuGrant[], keyword: string): readonly MenuGrant[] {
  const needle = keyword.trim().toLowerCase()
  if (needle === '') return grants
  return grants.flatMap((grant) => {
    const { label: { cn, en }, permissions, children } = grant
    if ([cn, en, ...(children.length === 0 ? permissions : [])].some((text) => text.toLowerCase().includes(needle))) return [grant]
    const below = grantsLike(children, keyword)
    return below.length > 0 ? [{ ...grant, children: below, permissions: below.flatMap((one) => one.permissions) }] : []
  })
}

/** All nodes in depth-first order. */
export const allGrants = (grants: readonly MenuGrant[]): readonly MenuGrant[] =>
  grants.flatMap((grant) => [grant, ...allGrants(grant.children)])

/** Ids of the entries granted by these rights, as `PUT /system/role/{id}/menus` expects them. */
export const menuIdsOf = (menus: readonly RoleMenu[], granted: PermissionSet): string[] =>
  menus.flatMap((
    { id, permission, children },
  ) => [...(permission !== null && isGranted(permission) && has(granted, permission) ? [id] : []), ...menuIdsOf(children, granted)])

/** All permissions of menu entries. */
export const permissionsIn = (menus: readonly RoleMenu[]): ReadonlySet<string> =>
  new Set(menus.flatMap(({ permission, children }) => [...(permission === null ? [] : [permission]), ...permissionsIn(children)]))
