import type { NotificationProvider } from '@refinedev/core'
import type { Reactions } from './reactions.ts'

/** Refine's notifications become reactions, so that everything the product says looks the same. */
export function createNotification(reactions: Reactions): NotificationProvider {
  return {
    open: ({ message, description, type }) => {
      if (type === 'progress') return
      reactions.notify({ kind: type === 'success' ? 'success' : 'failed', text: description ?? message })
    },
    close: () => undefined,
  }
}
