import { everything, permits } from '#kernel/permissions.ts'
import type { PermissionRow } from '#plugins/system/role-wire.ts'

type PermissionSet = ReadonlySet<string>

export type TickState = 'all' | 'some' | 'none'

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
