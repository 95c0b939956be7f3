import type { NotificationProvider } from '@refinedev/core'
import type { FailureKind } from './failure.ts'

/** A message to the user that results from an answer; the shell decides how to show it. */
export interface Reaction {
  readonly kind: Exclude<FailureKind, 'cancelled'> | 'success' | 'warning'
  readonly text: string
  readonly traceId?: string
  /** Undoes the action; offered while the message is shown. */
  readonly undo?: () => void
  /** Opens the document concerned; the message then stays until it is closed. */
  readonly open?: () => void
}

type Listener = (reaction: Reaction) => void

export interface Reactions {
  /** Subscribes to reactions; returns the function that unsubscribes. */
  on(listener: Listener): () => void
  notify(reaction: Reaction): void
}

const sameTextPause = 3_000

/** An event bus for messages to the user; the same text is emitted at most once per 3 s. */
export function createReactions(now: () => number = Date.now): Reactions {
  const listeners = new Set<Listener>()
  const shownAt = new Map<string, number>()

  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(reaction) {
      const last = shownAt.get(reaction.text)
      if (last !== undefined && now() - last < sameTextPause) return
      shownAt.set(reaction.text, now())
      for (const listener of listeners) listener(reaction)
    },
  }
}

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
