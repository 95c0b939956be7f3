import type { Http } from '#providers/http.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { ReferenceCandidate } from '../types.ts'

/** Records that ids of reference fields name, known to this session; asks for unknown ones together. */
export interface ReferenceBook {
  /** The record, if it is known. The same object until it changes. */
  get(kind: RecordKind, id: string): ReferenceCandidate | undefined
  /** Takes over records that came by another way: chosen candidates, a document's own. */
  learn(kind: RecordKind, records: readonly ReferenceCandidate[]): void
  /** Asks the server for those ids that are unknown, once. */
  need(kind: RecordKind, ids: readonly string[]): void
  /** Returns whether the server was asked for the id and answered no such record, or could not be asked: the id is shown. */
  isMissing(kind: RecordKind, id: string): boolean
  subscribe(listener: () => void): () => void
  /** Counts changes. */
  version(): number
}

const books = new WeakMap<Http, ReferenceBook>()

/** The one book of a session. */
export function bookOf(http: Http): ReferenceBook {
  let book = books.get(http)
  if (!book) books.set(http, book = createBook((kind, ids) => http.query(`/system/reference/${kind}/find`, { ids }, { quiet: true })))
  return book
}

type Find = (kind: RecordKind, ids: readonly string[]) => Promise<readonly ReferenceCandidate[]>

/** Milliseconds that ids are not asked for again after a call that failed. */
const pause = 5000

/** Ids of one call at most. */
const batch = 200

/** A book over a way to find records; unknown ids of the same moment are asked for in one call per kind. */
export function createBook(find: Find): ReferenceBook {
  const records = new Map<string, ReferenceCandidate>()
  const requested = new Set<string>()
  const missing = new Set<string>()
  const waiting = new Map<RecordKind, Set<string>>()
  const listeners = new Set<() => void>()
  let version = 0

  const notifyListeners = () => {
    version++
    for (const listener of listeners) listener()
  }
  const learn = (kind: RecordKind, found: readonly ReferenceCandidate[]) => {
    const news = found.filter((record) => !sameRecord(records.get(keyOf(kind, record.id)), record))
    // A record that is found by its id may tell less than one that was offered.
    for (const record of news) records.set(keyOf(kind, record.id), { ...records.get(keyOf(kind, record.id)), ...record })
    if (news.length > 0) notifyListeners()
  }
  const ask = async (kind: RecordKind, ids: readonly string[]) => {
    try {
      learn(kind, await find(kind, ids))
    } catch {
      // Labels stay ids; a screen that is drawn later asks again, one that is drawn at once for this very answer does not.
      setTimeout(() => ids.forEach((id) => requested.delete(keyOf(kind, id))), pause)
    }
    const without = ids.filter((id) => !records.has(keyOf(kind, id)))
    for (const id of without) missing.add(keyOf(kind, id))
    if (without.length > 0) notifyListeners()
  }
  const flush = () => {
    for (const [kind, ids] of waiting) {
      const all = [...ids]
      for (let start = 0; start < all.length; start += batch) void ask(kind, all.slice(start, start + batch))
    }
    waiting.clear()
  }

  return {
    get: (kind, id) => records.get(keyOf(kind, id)),
    isMissing: (kind, id) => missing.has(keyOf(kind, id)),
    learn,
    need(kind, ids) {
      const unknown = ids.filter((id) => !records.has(keyOf(kind, id)) && !requested.has(keyOf(kind, id)))
      if (unknown.length === 0) return
      if (waiting.size === 0) queueMicrotask(flush)
      const set = waiting.get(kind) ?? new Set<string>()
      waiting.set(kind, set)
      for (const id of unknown) {
        requested.add(keyOf(kind, id))
        set.add(id)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
  }
}

const keyOf = (kind: RecordKind, id: string) => `${kind} ${id}`

/** Returns whether everything that a record tells is known already. */
const sameRecord = (known: ReferenceCandidate | undefined, record: ReferenceCandidate): boolean =>
  known !== undefined &&
  Object.entries(record).every(([name, value]) => known[name] === value || JSON.stringify(known[name]) === JSON.stringify(value))
