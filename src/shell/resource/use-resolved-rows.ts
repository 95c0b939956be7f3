import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { idsOf, useBook } from '#fields/references/use-references.ts'
import { isReference, recordKindOf, sourceOf, type RecordKind } from '#kernel/record-kinds.ts'
import type { Resource } from '#kernel/resource.ts'
import type { StoredRecord } from './record.ts'

/** Longest wait for names, ms. */
const longest = 1_000

/**
 * The rows of a list once the records that they name are known, or after a second: names that come later would widen the columns under the
 * reader's eyes.
 */
export function useResolvedRows(resource: Resource, rows: readonly StoredRecord[] | undefined): readonly StoredRecord[] | undefined {
  const book = useBook()
  const named = useMemo(() => namedIn(resource, rows ?? []), [resource, rows])
  const isKnown = useSyncExternalStore(book.subscribe,
    () => named.every(([kind, id]) => book.get(kind, id) !== undefined || book.isMissing(kind, id)))
  const [shown, setShown] = useState(rows)
  if (isKnown && shown !== rows) setShown(rows)
  useEffect(() => {
    for (const [kind, id] of named) book.need(kind, [id])
    const timer = setTimeout(() => setShown(rows), longest)
    return () => clearTimeout(timer)
  }, [book, named, rows])
  return rows && shown
}

/** Kind and id of each record that a column of the rows names. */
function namedIn({ columns, fields }: Resource, rows: readonly StoredRecord[]): readonly (readonly [RecordKind, string])[] {
  return columns.flatMap((column) => {
    const field = fields[column]
    return field && (isReference(field) || recordKindOf(field) !== undefined)
      ? rows.flatMap((row) => idsOf(row[column]).map((id) => [sourceOf(field), id] as const))
      : []
  })
}
