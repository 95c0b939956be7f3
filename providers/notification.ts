import type { NotificationProvider } from '@refinedev/core'
import type { Reactions } from './reactions.ts'

/** Refine's notifications become reactions, so that everything the product says looks the same. */
export function createNotification(reactions: Reactions): NotificationProvider {
  return {
    open: ({ message, description, type }) => {
      if (type === 'progress') return
      // The description names what failed; the client has shown it already, and the same text is not shown twice.
      reactions.notify(type === 'success' ? { kind: 'success', text: message } : { kind: 'failed', text: description ?? message })
    },
    close: () => undefined,
  }
}
