import { may } from '../../../../providers/permissions.ts'
import { administerPermission } from '../../../../src/approval/actions/administer.ts'
import { reads, useRead } from '../../../../src/shell/start/reads.ts'

/** Whether somebody may hand over the tasks of another; the engine asks the same of whoever reassigns a task. */
export function useHandsOver(): boolean {
  const user = useRead(reads.user)
  return may(administerPermission) || Boolean(user?.roles.includes('workflowAdmin'))
}
