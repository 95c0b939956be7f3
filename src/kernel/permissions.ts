/** One right, spelled `area:resource:action` once, in the plugin that owns it. */
export type Permission = string & { readonly __permission?: never }

/** Passes every check; held by administrators only. */
export const everything: Permission = '*'

/**
 * Spells the permissions of one resource once.
 *
 * `definePermissions('finance:rate', ['view', 'edit'])` gives `{ view: 'finance:rate:view', edit: 'finance:rate:edit' }`.
 */
export function definePermissions<const Action extends string>(
  prefix: string,
  actions: readonly Action[],
): Readonly<Record<Action, Permission>> {
  return Object.freeze(
    Object.fromEntries(actions.map((action) => [action, `${prefix}:${action}`])) as Record<Action, Permission>,
  )
}

/** Asks for any right of an area: whoever holds `finance:rate:view` passes `anyOf('finance')`. To hold it grants nothing else. */
export const anyOf = (area: string): Permission => `${area}:*`

/** Returns whether a holder of `granted` may do what `needed` asks; `area:resource:*` covers each of its actions. */
export function permits(granted: ReadonlySet<Permission>, needed: Permission): boolean {
  if (granted.has(everything) || granted.has(needed)) return true
  const [area, rest] = needed.split(':', 2)
  if (rest === '*') return [...granted].some((permission) => permission.startsWith(`${area}:`))
  const resource = needed.slice(0, needed.lastIndexOf(':') + 1)
  return resource !== '' && granted.has(`${resource}*`)
}
