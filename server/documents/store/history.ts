import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Event } from '#approval/event.ts'
import { canonical } from '#server/canonical.ts'
import type { Db, Tables } from '#server/database/tables.ts'

/** The version of written events; events without one have version 0. Increase it together with an upcaster. */
export const eventVersion = 1

type StoredEvent = Readonly<Record<string, unknown>> & { readonly type: string; readonly v?: number }

/** Converts an event to the next version. */
type Upcaster = (event: StoredEvent) => StoredEvent

/** By event type and by the version to convert from; versions without a change of the type are absent. */
type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>

/** Version 1 only added the version number. */
const upcasters: Upcasters = {}

/** An event with its version, as written. */
export const versioned = (event: Event): Event & { readonly v: number } => ({ ...event, v: eventVersion })

/**
 * A stored event converted to the current shape, without its version. Histories are never rewritten, since hashes cover the stored
 * entries.
 */
export function upcast(stored: unknown, known: Upcasters = upcasters): Event {
  const { v = 0, ...event } = stored as StoredEvent
  let current: StoredEvent = event as StoredEvent
  for (let version = v; version < eventVersion; version++) current = known[current.type]?.[version]?.(current) ?? current
  return current as unknown as Event
}

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

/** An entry of a history: its event converted to the current shape, with the stored payload and hash. */
export interface HistoryEntry {
  readonly seq: number
  readonly round: number
  readonly event: Event
  readonly written: unknown
  readonly hash: string
}

/** The history of a document, in order. */
export const historyOf = async (db: Db, document: string): Promise<readonly HistoryEntry[]> =>
  (await historiesOf(db, [document])).get(document) ?? []

/** The histories of documents, each in order; documents without one are absent. */
export async function historiesOf(db: Db, documents: readonly string[]): Promise<ReadonlyMap<string, readonly HistoryEntry[]>> {
  const rows = await db.selectFrom('document_event').select(['document', 'seq', 'round', 'payload', 'hash'])
    .where('document', 'in', [...documents]).orderBy('document').orderBy('seq').execute()
  const histories = new Map<string, HistoryEntry[]>()
  for (const { document, seq, round, payload, hash } of rows) {
    const entry = { seq, round, event: upcast(payload), written: payload, hash }
    const known = histories.get(document)
    if (known) known.push(entry)
    else histories.set(document, [entry])
  }
  return histories
}

/** The hash of an entry, from the previous hash and the canonical content, since `jsonb` does not preserve the order of keys. */
export const link = (previous: string, content: unknown): string => chain(previous, canonical(content))

const chain = (previous: string, payload: string): string => hash('sha256', previous + payload, 'base64url')
