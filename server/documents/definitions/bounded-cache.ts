/** An LRU cache of at most this many entries. */
export function boundedCache<Value>(most: number) {
  const known = new Map<string, Value>()
  return {
    async of(key: string, load: () => Promise<Value>): Promise<Value> {
      const value = known.get(key) ?? (await load())
      known.delete(key)
      known.set(key, value)
      for (const oldest of known.keys()) {
        if (known.size <= most) break
        known.delete(oldest)
      }
      return value
    },
  }
}
