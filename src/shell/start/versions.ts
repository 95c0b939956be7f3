import type { QueryClient } from '@tanstack/react-query'
import { keyOf, reads } from './reads.ts'

/** Reads to refresh when a version header changes. */
const kept = {
  'x-dict-version': [reads.dictionaries, reads.businessTypes, reads.terminals],
  'x-menu-version': [reads.menus, reads.closedPages, reads.processes, reads.designed],
} as const

/**
 * Returns a listener for response headers: a changed version of the dictionaries or of the menu invalidates the cached reads, so that a
 * change is visible everywhere at once.
 */
export function followVersions(client: Pick<QueryClient, 'invalidateQueries'>): (headers: Headers) => void {
  const known = new Map<string, string>()
  return (headers) => {
    for (const [header, stale] of Object.entries(kept)) {
      const version = headers.get(header)
      const before = known.get(header)
      if (version === null || version === before) continue
      known.set(header, version)
      if (before !== undefined) { for (const read of stale) void client.invalidateQueries({ queryKey: keyOf(read) }) }
    }
  }
}
