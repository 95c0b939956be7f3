import type { Directory } from '#approval/directory.ts'
import type { Reason } from '#approval/types.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'

const shippedNames = new Map(roleDefinitions.map(({ key, cn, en }) => [key, `${cn}/${en}`]))

/** Replaces the keys of roles in a reason with their names ("中文/English"). */
export const spokenBy = ({ roleName }: Pick<Directory, 'roleName'>) => (reason: Reason): Reason => {
  const { role } = reason.parameters
  const name = typeof role === 'string' ? (roleName?.(role) ?? shippedNames.get(role)) : undefined
  return name ? { ...reason, parameters: { ...reason.parameters, role: name } } : reason
}
