import type { QueryClient } from '@tanstack/react-query'
import { keyOf, reads } from './reads.ts'

/** What is read again under another version: choices, and where processes may be opened. */
const kept = [reads.dictionaries, reads.businessTypes, reads.terminals]

/** Listens to answers: one that names another version of the dictionaries than the one before makes the known ones stale, so that a new label is everywhere at once. */
export function followDictionaries(client: Pick<QueryClient, 'invalidateQueries'>): (headers: Headers) => void {
  let known: string | undefined
  return (headers) => {
    const version = headers.get('x-dict-version')
    if (version === null || version === known) return
    const isFirst = known === undefined
    known = version
    if (!isFirst) for (const read of kept) void client.invalidateQueries({ queryKey: keyOf(read) })
  }
}
