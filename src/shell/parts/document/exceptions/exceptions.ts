import { createContext, useContext, useMemo } from 'react'
import type { ExceptionOnPage } from '#approval/wire/filed-document.ts'

/** Exceptions of the displayed document; empty outside of a document's page. */
export const ExceptionsContext = createContext<readonly ExceptionOnPage[]>([])

interface RowPlace {
  readonly table: string
  readonly rowId: string | undefined
  /** Row number, from 1. */
  readonly place: number
}

/** Exceptions of a row, by its id, or by its number if it has no id. */
export function useRowExceptions({ table, rowId, place }: RowPlace): readonly ExceptionOnPage[] {
  const all = useContext(ExceptionsContext)
  return useMemo(
    () =>
      all.filter(({ field, row }) =>
        row !== null && field.startsWith(`${table}.`) && (row.id === null ? row.place === place : row.id === rowId)
      ),
    [all, table, rowId, place],
  )
}

/** Returns whether one of a row's exceptions is about one of these columns. */
export const isConcerned = (exceptions: readonly ExceptionOnPage[], ...columns: readonly string[]): boolean =>
  exceptions.some(({ field }) => columns.includes(field.slice(field.indexOf('.') + 1)))
