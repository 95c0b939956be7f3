import { formPermissions } from '#kernel/form.ts'
import { may } from '#providers/permissions.ts'
import { reads, useRead } from './reads.ts'
import { isStartable } from './startable.ts'

/** Returns whether the person may start documents of a type, by permission and by its flow; undefined while the flows load. */
export function useStarts(businessType: string): boolean | undefined {
  const processes = useRead(reads.processes)
  if (!may(formPermissions(businessType).add)) return false
  return processes && isStartable(processes, businessType)
}
