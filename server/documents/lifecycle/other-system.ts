import type { Permission } from '#kernel/permissions.ts'
import type { Caller } from '#server/identity/caller.ts'

/**
 * Permission of another system that acts for a document's initiator. No role has it, and the permission for everything does not include
 * it.
 */
export const otherSystem: Permission = 'document:inbound:push'

/** Returns whether another system calls in the name of the caller. */
export const isOtherSystem = ({ permissions }: Pick<Caller, 'permissions'>): boolean => permissions.has(otherSystem)
