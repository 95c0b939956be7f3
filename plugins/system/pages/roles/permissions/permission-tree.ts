import { everything, permits } from '#kernel/permissions.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { PermissionGroup, PermissionRow, RoleMenu } from '#plugins/system/access-wire.ts'

type PermissionSet = ReadonlySet<string>

type TickState = 'all' | 'some' | 'none'

/** Returns whether a role has a right, by name or by a wildcard. */
export const has = (granted: PermissionSet, permission: string): boolean => permits(granted, permission)

/** Returns whether all, some or none of the permissions are granted. */
export function tickedOf(granted: PermissionSet, permissions: readonly string[]): TickState {
  const count = permissions.filter((permission) => has(granted, permission)).length
  if (count === 0) return 'none'
  return count === permissions.length ? 'all' : 'some'
}

/**
 * Grants or revokes some rights of a row. Revoking one of a row granted by wildcard (`area:resource:*`) replaces the wildcard by the other
 * rights by name; undeclared rights are not touched.
 */
export function withRights(granted: PermissionSet, row: PermissionRow, permissions: readonly string[], give: boolean): PermissionSet {
  const wildcard = `${row.prefix}:*`
  if (granted.has(everything) || (give && granted.has(wildcard))) return granted
  const spelled = granted.has(wildcard)
    ? [...[...granted].filter((one) => one !== wildcard), ...row.permissions.map(({ permission }) => permission)]
    : [...granted]
  if (give) return new Set([...spelled, ...permissions])
  return new Set(spelled.filter((permission) => !permissions.includes(permission)))
}

/** Actions with their own column, in column order; the others share one. */
export const columns = ['view', 'add', 'edit', 'enable', 'import', 'export', 'delete'] as const

/** A row's right for an action; undefined if the row does not have it. */
export const inColumn = (row: PermissionRow, action: string): string | undefined =>
  row.permissions.find((one) => one.action === action)?.permission

/** Rights of a row whose actions have no column of their own. */
export const beside = (row: PermissionRow) => row.permissions.filter(({ action }) => !(columns as readonly string[]).includes(action))

/** Returns whether a row matches by name in either language or by a right. */
export function matches(row: PermissionRow, keyword: string): boolean {
  const needle = keyword.trim().toLowerCase()
  return [row.cn, row.en, row.prefix, ...row.permissions.map(({ permission }) => permission)].some((text) =>
    text.toLowerCase().includes(needle)
  )
}

type GrantedPermissions = ReadonlySet<string>

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
export function withGrant(granted: GrantedPermissions, { permissions }: MenuGrant,
  { give, groups }: { readonly give: boolean; readonly groups: readonly PermissionGroup[] }): GrantedPermissions {
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
export const menuIdsOf = (menus: readonly RoleMenu[], granted: GrantedPermissions): string[] =>
  menus.flatMap((
    { id, permission, children },
  ) => [...(permission !== null && isGranted(permission) && has(granted, permission) ? [id] : []), ...menuIdsOf(children, granted)])

/** All permissions of menu entries. */
export const permissionsIn = (menus: readonly RoleMenu[]): ReadonlySet<string> =>
  new Set(menus.flatMap(({ permission, children }) => [...(permission === null ? [] : [permission]), ...permissionsIn(children)]))
