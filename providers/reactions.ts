import type { FailureKind } from './failure.ts'

/** Something of an answer that the person should see; the shell decides how. */
export interface Reaction {
  readonly kind: Exclude<FailureKind, 'cancelled'> | 'success' | 'warning'
  readonly text: string
  readonly traceId?: string
  /** Takes back what was done; offered beside the text while it is shown. */
  readonly undo?: () => void
  /** Goes to the document that it is about; offered beside the text, which then stays until it is closed. */
  readonly open?: () => void
}

type Listener = (reaction: Reaction) => void

export interface Reactions {
  /** Calls the listener for every reaction from now on; the answer unsubscribes. */
  on(listener: Listener): () => void
  notify(reaction: Reaction): void
}

const sameTextPause = 3_000

/** A place where answers tell what the person should see; the same text is shown once per 3 s. */
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
