import type { References, ReferenceSource } from '#server/host.ts'

/** Merges reference sources. A module's own source takes precedence over a derived one, and both over the host's. */
export function referencesOf(offered: readonly Readonly<Record<string, ReferenceSource>>[]): References {
  const sources = new Map<string, ReferenceSource>()
  for (const references of offered) {
    for (const [kind, source] of Object.entries(references)) {
      if (!sources.has(kind)) sources.set(kind, source)
    }
  }
  return { source: (kind) => sources.get(kind) }
}
