import { useEffect, useSyncExternalStore } from 'react'
import type { RecordKind } from '#kernel/record-kinds.ts'
import { useHttp } from '#shell/backend.ts'
import type { ReferenceCandidate } from '../types.ts'
import { bookOf, type ReferenceBook } from './book.ts'

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
