import { useEffect, useSyncExternalStore } from 'react'
import type { RecordKind } from '#kernel/record-kinds.ts'
import { useHttp } from '#shell/backend.ts'
import type { Http } from '#providers/http.ts'
import type { ReferenceCandidate } from '../types.ts'

/** The cache of referenced records of this session; loads unknown ids in batches. */
export interface ReferenceBook {
  /** The record, if it is loaded. Identity is stable until it changes. */
  get(kind: RecordKind, id: string): ReferenceCandidate | undefined
  /** Adds records that were loaded elsewhere: chosen candidates, records of a document. */
  learn(kind: RecordKind, records: readonly ReferenceCandidate[]): void
  /** Requests unknown ids from the server, each once. */
  need(kind: RecordKind, ids: readonly string[]): void
  /** Returns whether a request for the id found no record or failed; the id is then shown instead of a name. */
  isMissing(kind: RecordKind, id: string): boolean
  subscribe(listener: () => void): () => void
  /** Incremented by every change. */
  version(): number
}

const books = new WeakMap<Http, ReferenceBook>()

/** The cache of an HTTP client. */
export function bookOf(http: Http): ReferenceBook {
  let book = books.get(http)
  if (!book) books.set(http, book = createBook((kind, ids) => http.query(`/system/reference/${kind}/find`, { ids }, { quiet: true })))
  return book
}

type Find = (kind: RecordKind, ids: readonly string[]) => Promise<readonly ReferenceCandidate[]>

/** Delay in ms before ids are requested again after a failed call. */
const pause = 5000

/** Maximum number of ids per call. */
const batch = 200

/** Creates a cache; unknown ids requested at the same time are loaded with one call per kind. */
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
    // merge: a record found by id may have fewer attributes than one from a list
    for (const record of news) records.set(keyOf(kind, record.id), { ...records.get(keyOf(kind, record.id)), ...record })
    if (news.length > 0) notifyListeners()
  }
  const ask = async (kind: RecordKind, ids: readonly string[]) => {
    try {
      learn(kind, await find(kind, ids))
    } catch {
      // labels show ids; screens rendered after the pause request them again
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

/** Returns whether all attributes of a record are known with the same values. */
const sameRecord = (known: ReferenceCandidate | undefined, record: ReferenceCandidate): boolean =>
  known !== undefined &&
  Object.entries(record).every(([name, value]) => known[name] === value || JSON.stringify(known[name]) === JSON.stringify(value))

/** The cache of referenced records of the current HTTP client. */
export const useBook = (): ReferenceBook => bookOf(useHttp())

/** The loaded records of ids; unknown ones are requested. */
export function useReferences(kind: RecordKind, ids: readonly string[]): readonly (ReferenceCandidate | undefined)[] {
  const book = useBook()
  useSyncExternalStore(book.subscribe, book.version)
  useEffect(() => void book.need(kind, ids))
  return ids.map((id) => book.get(kind, id))
}

/** Returns whether the name of an id is still being loaded, so that a placeholder is shown and not the id. */
export function useIsComing(kind: RecordKind): (id: string, record: ReferenceCandidate | undefined) => boolean {
  const book = useBook()
  return (id, record) => record === undefined && !book.isMissing(kind, id)
}

/** The ids in the value of a reference field. */
export const idsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** The stored name of a record: document number, name or file name, else the id. */
export function storedName(record: ReferenceCandidate | undefined, id: string): string {
  const name = [record?.['businessNo'], record?.name, record?.['fileName']].find((part) => typeof part === 'string' && part !== '')
  return typeof name === 'string' ? name : id
}
