import { useEffect, useSyncExternalStore } from 'react'
import type { RecordKind } from '#kernel/record-kinds.ts'
import { useHttp } from '#shell/backend.ts'
import type { ReferenceCandidate } from '../types.ts'
import { bookOf, type ReferenceBook } from './book.ts'

/** The names of records that this browser has learned: one book for each client. */
export const useBook = (): ReferenceBook => bookOf(useHttp())

/** The records of ids, as far as they are known; unknown ones are asked for. */
export function useReferences(kind: RecordKind, ids: readonly string[]): readonly (ReferenceCandidate | undefined)[] {
  const book = useBook()
  useSyncExternalStore(book.subscribe, book.version)
  useEffect(() => void book.need(kind, ids))
  return ids.map((id) => book.get(kind, id))
}

/** Returns whether the name of an id is still on its way: its place is kept, and the id is not shown for it. */
export function useIsComing(kind: RecordKind): (id: string, record: ReferenceCandidate | undefined) => boolean {
  const book = useBook()
  return (id, record) => record === undefined && !book.isMissing(kind, id)
}

/** The ids that a value of a reference field holds: one, a list, or none. */
export const idsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** The name of a record: its number, its name, the file's name, or its id. */
export function storedName(record: ReferenceCandidate | undefined, id: string): string {
  const name = [record?.['businessNo'], record?.name, record?.['fileName']].find((part) => typeof part === 'string' && part !== '')
  return typeof name === 'string' ? name : id
}
