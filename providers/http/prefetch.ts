/** Milliseconds for which a prefetched answer, once it is here, is as good as a fresh one. */
const keptFor = 1_500

/** Reads that were sent before the page that needs them was drawn; each is given to the first who asks for the same. */
export function createPrefetch(now: () => number = Date.now) {
  const pending = new Map<string, { readonly answer: Promise<unknown>; readonly until: number }>()
  const keyOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`
  return {
    put(path: string, body: unknown, answer: Promise<unknown>): void {
      const entry = { answer, until: Infinity }
      // The failure is thrown to the caller that takes the answer, if one does.
      answer.catch(() => undefined).finally(() => (entry.until = now() + keptFor))
      pending.set(keyOf(path, body), entry)
    },
    /** Undefined when nobody has asked for it, or too long ago. */
    take<T>(path: string, body: unknown): Promise<T> | undefined {
      const key = keyOf(path, body)
      const found = pending.get(key)
      pending.delete(key)
      return found && found.until >= now() ? (found.answer as Promise<T>) : undefined
    },
    /** A change may make the answers of earlier requests obsolete. */
    clear: () => pending.clear(),
    /** Returns whether the same has just been requested. */
    has: (path: string, body: unknown): boolean => (pending.get(keyOf(path, body))?.until ?? 0) >= now(),
  }
}
