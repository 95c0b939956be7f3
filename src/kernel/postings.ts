import { definePermissions } from '#kernel/permissions.ts'

/**
 * State of a posted line. waiting: not sent yet, or to be retried; sent: sent, answer outstanding; handled: done manually in the other
 * system, or no longer necessary.
 */
export type PostingState = 'waiting' | 'sent' | 'posted' | 'refused' | 'handled'

/** Permissions to view postings to other systems, to send refused ones again, and to mark them as handled manually. */
export const canPosting = definePermissions('workflow:posting', ['view', 'retry', 'handle'])
