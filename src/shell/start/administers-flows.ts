import { may } from '#providers/permissions.ts'
import { administerPermission, administratorRole } from '#approval/administrator.ts'
import { reads, useRead } from './reads.ts'

/** Returns whether the reader repairs the approvals of others; the engine asks the same of whoever reassigns a task. */
export function useAdministersFlows(): boolean {
  const user = useRead(reads.user)
  return may(administerPermission) || Boolean(user?.roles.includes(administratorRole))
}
