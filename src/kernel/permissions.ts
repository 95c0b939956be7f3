/** A permission, `area:resource:action`. Spelled once, in the plugin that owns it. */
export type Permission = string & { readonly __permission?: never }

/** Grants every permission; for administrators only. */
export const everything: Permission = '*'

/**
 * Declares the permissions of a resource.
 *
 * `definePermissions('finance:rate', ['view', 'edit'])` returns `{ view: 'finance:rate:view', edit: 'finance:rate:edit' }`.
 */
export function definePermissions<const Action extends string>(
  prefix: string,
  actions: readonly Action[],
): Readonly<Record<Action, Permission>> {
  return Object.freeze(
    Object.fromEntries(actions.map((action) => [action, `${prefix}:${action}`])) as Record<Action, Permission>,
  )
}

/** Requires any permission of an area: `finance:rate:view` satisfies `anyOf('finance')`. Not meant to be granted. */
export const anyOf = (area: string): Permission => `${area}:*`

/** Returns whether granted permissions satisfy a needed one; `area:resource:*` grants all actions of the resource. */
export function permits(granted: ReadonlySet<Permission>, needed: Permission): boolean {
  if (granted.has(everything) || granted.has(needed)) return true
  const [area, rest] = needed.split(':', 2)
  if (rest === '*') return [...granted].some((permission) => permission.startsWith(`${area}:`))
  const resource = needed.slice(0, needed.lastIndexOf(':') + 1)
  return resource !== '' && granted.has(`${resource}*`)
}
