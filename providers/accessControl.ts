import type { AccessControlProvider, CanParams } from '@refinedev/core'
import { may } from './permissions.ts'

/** Refine asks once per row and button: the answer comes from memory, exactly, without a call. */
export const accessControl: AccessControlProvider = {
  can: async (question) => {
    const needed = neededFor(question)
    return needed !== noPermission && may(needed) ? { can: true } : { can: false, reason: needed }
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
}

/** An action that a resource does not have. */
const noPermission = 'none'

/**
 * A resource names the permission of each action in `meta.can` (nothing: open to everybody); anything else is spelled `resource:action`.
 */
function neededFor({ resource, action, params }: CanParams): string | undefined {
  const declared = params?.resource?.meta?.['can'] as Record<string, string | undefined> | undefined
  if (!declared) return resource === undefined ? undefined : `${resource}:${action}`
  const own = actions[action] ?? action
  return own in declared ? declared[own] : noPermission
}

/** Refine's names of actions, where a declaration calls them otherwise. */
const actions: Readonly<Record<string, string>> = { list: 'view', show: 'view', create: 'add', clone: 'add' }
