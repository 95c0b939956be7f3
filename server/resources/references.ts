import type { References, ReferenceSource } from '#server/host.ts'

/** A module's own source goes before one derived from a declaration, and both before the host's. */
export function referencesOf(offered: readonly Readonly<Record<string, ReferenceSource>>[]): References {
  const sources = new Map<string, ReferenceSource>()
  for (const references of offered) {
    for (const [kind, source] of Object.entries(references)) {
      if (!sources.has(kind)) sources.set(kind, source)
    }
  }
  return { source: (kind) => sources.get(kind) }
}
