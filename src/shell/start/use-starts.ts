import { formPermissions } from '#kernel/form.ts'
import { may } from '#providers/permissions.ts'
import { reads, useRead } from './reads.ts'

/** Returns whether the person may start documents of a type: by their rights, and by whom its flow lets start. */
export function useStarts(businessType: string): boolean {
  const process = useRead(reads.processes)?.find((each) => each.businessType === businessType)
  return may(formPermissions(businessType).add) && process?.startable !== false
}
