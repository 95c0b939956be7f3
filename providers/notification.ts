import type { NotificationProvider } from '@refinedev/core'
import type { Reactions } from './reactions.ts'

/** Passes Refine's notifications on as reactions, so that all messages of the product look the same. */
export function createNotification(reactions: Reactions): NotificationProvider {
  return {
    open: ({ message, description, type }) => {
      if (type === 'progress') return
      // the description has the failure's message, which the client has already shown; reactions skip repeated texts
      reactions.notify(type === 'success' ? { kind: 'success', text: message } : { kind: 'failed', text: description ?? message })
    },
    close: () => undefined,
  }
}
