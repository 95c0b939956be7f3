import type { Label } from '#kernel/wording/label.ts'
import type { PermissionGroup, RoleMenu } from '#plugins/system/role-wire.ts'
import { has, withRights } from './permission-tree.ts'

type PermissionSet = ReadonlySet<string>

/** A node of the menu tree of a role. The tree shows and changes the same permissions as the matrix. */
export interface MenuGrant {
  readonly key: string
  readonly label: Label
  /** The permissions that ticking it gives: its own and those of everything below it. */
  readonly permissions: readonly string[]
  /** The reason for which it cannot be ticked: everybody has it, or it comes with other permissions. */
  readonly fixed?: 'everyone' | 'follows'
  readonly children: readonly MenuGrant[]
}

/** The menu as permissions to tick. A page with buttons gets a first child for its own permission, so that it can be given alone. */
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

/** Any right of an area (`finance:*`) opens a page to holders of another permission; it is not given itself. */
const isGranted = (permission: string) => !permission.endsWith(':*')

/** The rights with all of a node given or taken. */
export function withGrant(granted: PermissionSet, { permissions }: MenuGrant,
  { give, groups }: { readonly give: boolean; readonly groups: readonly PermissionGroup[] }): PermissionSet {
  const rows = groups.flatMap((group) => group.rows)
  return permissions.reduce((sum, permission) => {
    const prefix = permission.slice(0, permission.lastIndexOf(':'))
    return withRights(sum, rows.find((row) => row.prefix === prefix) ?? { prefix, cn: '', en: '', permissions: [] }, [permission], give)
  }, granted)
}

/** Nodes whose name in either language, or one of whose permissions, contains the text; with everything above and below them. */
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

/** Every node, from the top down. */
export const allGrants = (grants: readonly MenuGrant[]): readonly MenuGrant[] =>
  grants.flatMap((grant) => [grant, ...allGrants(grant.children)])

/** Ids of the entries that a role is given with these rights: as `PUT /system/role/{id}/menus` takes them. */
export const menuIdsOf = (menus: readonly RoleMenu[], granted: PermissionSet): string[] =>
  menus.flatMap((
    { id, permission, children },
  ) => [...(permission !== null && isGranted(permission) && has(granted, permission) ? [id] : []), ...menuIdsOf(children, granted)])

/** Permissions that some entry stands for. */
export const permissionsIn = (menus: readonly RoleMenu[]): ReadonlySet<string> =>
  new Set(menus.flatMap(({ permission, children }) => [...(permission === null ? [] : [permission]), ...permissionsIn(children)]))
