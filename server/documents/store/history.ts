import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Event } from '#approval/event.ts'
import { upcast, versioned } from './event-versions.ts'
import { canonical } from '#server/canonical.ts'
import type { Db, Tables } from '#server/database/tables.ts'

/** The end of a document's history. */
export interface HistoryEnd {
  readonly seq: number
  readonly hash: string
}

export const noHistory: HistoryEnd = { seq: 0, hash: '' }

type EventRow = Insertable<Tables['document_event']>

/** The entries to append to a history, with chained hashes, and the new end. */
export function chained(document: string, end: HistoryEnd,
  entries: readonly { event: Event; round: number }[]): { rows: EventRow[]; end: HistoryEnd } {
  let last = end
  const rows = entries.map(({ event, round }) => {
    const payload = canonical(versioned(event))
    last = { seq: last.seq + 1, hash: chain(last.hash, payload) }
    return { document, seq: last.seq, round, type: event.type, by: event.by, at: new Date(event.at), payload, hash: last.hash }
  })
  return { rows, end: last }
}

/** The events of a document in order, converted to the current shape, with the stored payloads and hashes. */
export async function historyOf(db: Db,
  document: string): Promise<{ seq: number; round: number; event: Event; written: unknown; hash: string }[]> {
  const rows = await db
    .selectFrom('document_event')
    .select(['seq', 'round', 'payload', 'hash'])
    .where('document', '=', document)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, round, payload, hash }) => ({ seq, round, event: upcast(payload), written: payload, hash }))
}

/** The hash of an entry, from the previous hash and the canonical content, since `jsonb` does not preserve the order of keys. */
export const link = (previous: string, content: unknown): string => chain(previous, canonical(content))

const chain = (previous: string, payload: string): string => hash('sha256', previous + payload, 'base64url')
