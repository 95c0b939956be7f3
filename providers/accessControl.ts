import type { AccessControlProvider, CanParams } from '@refinedev/core'
import { may } from './permissions.ts'

/** Refine asks once per row and button: the answer comes from memory, exactly, without a call. */
export const accessControl: AccessControlProvider = {
  can: async (question) => {
    const needed = neededFor(question)
    return may(needed) ? { can: true } : { can: false, reason: needed }
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
}

/** A resource names the permission of each action in its meta; anything else is spelled `resource:action`. */
function neededFor({ resource, action, params }: CanParams): string | undefined {
  const declared = params?.resource?.meta?.can as Record<string, string | undefined> | undefined
  if (declared) return declared[action] ?? declared.view
  return resource === undefined ? undefined : `${resource}:${action}`
}
