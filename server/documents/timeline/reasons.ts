import type { Reason } from '#approval/types.ts'
import { roleDefinitions } from '#server/identity/rights/role-definitions.ts'

const roleNames = new Map(roleDefinitions.map(({ key, cn, en }) => [key, `${cn}/${en}`]))

/** A reason as people read it: roles by their name ("中文/English") instead of their key. */
export function spoken(reason: Reason): Reason {
  const { role } = reason.parameters
  const name = typeof role === 'string' ? roleNames.get(role) : undefined
  return name ? { ...reason, parameters: { ...reason.parameters, role: name } } : reason
}
