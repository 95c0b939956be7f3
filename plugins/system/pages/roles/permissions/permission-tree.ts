import { everything, permits } from '#kernel/permissions.ts'
import type { PermissionRow } from '#plugins/system/role-wire.ts'

type PermissionSet = ReadonlySet<string>

export type TickState = 'all' | 'some' | 'none'

/** Returns whether a role has a right, by name or by one that covers it. */
export const has = (granted: PermissionSet, permission: string): boolean => permits(granted, permission)

/** Returns whether all, some or none of the permissions are granted. */
export function tickedOf(granted: PermissionSet, permissions: readonly string[]): TickState {
  const count = permissions.filter((permission) => has(granted, permission)).length
  if (count === 0) return 'none'
  return count === permissions.length ? 'all' : 'some'
}

/**
 * The rights with some of a row given or taken. A row that had every action (`area:resource:*`) keeps the others by
 * name when one is taken; what is not declared here stays untouched.
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

/** Actions that have a column of their own, in the order of the columns; the rest stands together. */
export const columns = ['view', 'add', 'edit', 'enable', 'import', 'export', 'delete'] as const

/** The right of a row in the column of an action; undefined where the row has no such action. */
export const inColumn = (row: PermissionRow, action: string): string | undefined =>
  row.permissions.find((one) => one.action === action)?.permission

/** The rights of a row whose actions have no column of their own. */
export const beside = (row: PermissionRow) => row.permissions.filter(({ action }) => !(columns as readonly string[]).includes(action))

/** Rows whose name, in either language, or one of whose rights contains the text. */
export function matches(row: PermissionRow, keyword: string): boolean {
  const needle = keyword.trim().toLowerCase()
  return [row.cn, row.en, row.prefix, ...row.permissions.map(({ permission }) => permission)].some((text) =>
    text.toLowerCase().includes(needle)
  )
}
