import { may } from '#providers/permissions.ts'
import { administerPermission, administratorRole } from '#approval/administrator.ts'
import { reads, useRead } from './reads.ts'

/** Returns whether the person may repair approvals of others; the engine checks the same permission for reassigning tasks. */
export function useAdministersFlows(): boolean {
  const user = useRead(reads.user)
  return may(administerPermission) || Boolean(user?.roles.includes(administratorRole))
}
