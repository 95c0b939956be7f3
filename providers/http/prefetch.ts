/** Lifetime of a prefetched answer after its arrival, in ms. */
const keptFor = 1_500

/** A cache of reads sent ahead of the page that needs them; each is used once, by the first matching call. */
export function createPrefetch(now: () => number = Date.now) {
  const pending = new Map<string, { readonly answer: Promise<unknown>; readonly until: number }>()
  const keyOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`
  return {
    put(path: string, body: unknown, answer: Promise<unknown>): void {
      const entry = { answer, until: Infinity }
      // avoids an unhandled rejection; the failure is thrown to the caller that takes the answer
      answer.catch(() => undefined).finally(() => (entry.until = now() + keptFor))
      pending.set(keyOf(path, body), entry)
    },
    /** Takes the prefetched answer of a call; undefined if there is none, or it has expired. */
    take<T>(path: string, body: unknown): Promise<T> | undefined {
      const key = keyOf(path, body)
      const found = pending.get(key)
      pending.delete(key)
      return found && found.until >= now() ? (found.answer as Promise<T>) : undefined
    },
    /** Discards all answers, because a mutation may have made them stale. */
    clear: () => pending.clear(),
    /** Returns whether the call was prefetched and has not expired. */
    has: (path: string, body: unknown): boolean => (pending.get(keyOf(path, body))?.until ?? 0) >= now(),
  }
}
