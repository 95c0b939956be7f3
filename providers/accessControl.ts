import type { AccessControlProvider, CanParams } from '@refinedev/core'
import { may } from './permissions.ts'

/** Refine's access control, asked per row and button; answered synchronously from the loaded permissions, without a call. */
export const accessControl: AccessControlProvider = {
  can: async (question) => {
    const needed = neededFor(question)
    return needed !== noPermission && may(needed) ? { can: true } : { can: false, reason: needed }
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
}

/** A permission that no person has, for actions that a resource does not declare. */
const noPermission = 'none'

/**
 * The permission for an action: from `meta.can` of the resource (undefined: open to everybody), else `resource:action`.
 */
function neededFor({ resource, action, params }: CanParams): string | undefined {
  const declared = params?.resource?.meta?.['can'] as Record<string, string | undefined> | undefined
  if (!declared) return resource === undefined ? undefined : `${resource}:${action}`
  const own = actions[action] ?? action
  return own in declared ? declared[own] : noPermission
}

/** Refine's action names mapped to those of our declarations. */
const actions: Readonly<Record<string, string>> = { list: 'view', show: 'view', create: 'add', clone: 'add' }
