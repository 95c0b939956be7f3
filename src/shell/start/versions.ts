import type { QueryClient } from '@tanstack/react-query'
import { keyOf, reads } from './reads.ts'

/**
 * The answers that are read again under another version: choices and where processes may be opened; the menu and the pages outside of it.
 */
const kept = {
  'x-dict-version': [reads.dictionaries, reads.businessTypes, reads.terminals],
  'x-menu-version': [reads.menus, reads.closedPages],
} as const

/**
 * Listens to answers: one that names another version of the dictionaries or of the menu than the one before makes the known ones stale, so
 * that a change is everywhere at once.
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
