import { useDeferredValue, useMemo, useState } from 'react'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useFormFacts } from '../store/facts.ts'
import type { FormStore } from '../store/form-store.ts'
import { sameList, usePart, useStore } from '../store/use-store.ts'

/** Number of rows above which a table can be searched. */
const searchedFrom = 20

/** A displayed row, with its index among all rows. */
export interface ShownRow {
  readonly rowId: string
  readonly index: number
}

export interface RowFilter {
  /** The table is long enough to be searched. */
  readonly isOffered: boolean
  readonly keyword: string
  readonly onlyOpen: boolean
  /** Number of rows with problems. */
  readonly open: number
  readonly shown: readonly ShownRow[]
  search(keyword: string): void
  showOpen(onlyOpen: boolean): void
}

/** Filter of a long table's rows, by keyword or by problems. */
export function useRowFilter(table: string, rows: readonly string[]): RowFilter {
  const store = useStore()
  const facts = useFormFacts()
  const [keyword, search] = useState('')
  const [onlyOpen, showOpen] = useState(false)
  const isOffered = rows.length > searchedFrom
  const wanted = useDeferredValue(isOffered ? keyword.trim().toLowerCase() : '')
  const open = usePart((current) => (isOffered ? openRows(current, table) : none), sameList)
  const held = usePart((current) => (wanted === '' ? undefined : current.value[table]))
  const shown = useMemo(() => {
    const all = rows.map((rowId, index) => ({ rowId, index }))
    const found = wanted === ''
      ? undefined
      : idsWith(wanted, rowsAt({ [table]: held }, table), store.form.fields[table]?.columns ?? {}, facts())
    const inTheWay = isOffered && onlyOpen ? new Set(open) : undefined
    return all.filter(({ rowId }) => (found?.has(rowId) ?? true) && (inTheWay?.has(rowId) ?? true))
  }, [rows, wanted, held, isOffered, onlyOpen, open, table, store, facts])
  return { isOffered, keyword, onlyOpen, open: open.length, shown, search, showOpen }
}

const none: readonly string[] = []

/** Ids of the rows with a problem, shown or not. */
function openRows(store: FormStore, table: string): readonly string[] {
  const ids = store.allProblems().flatMap(({ name, level }) => {
    const [key, rowId] = name.split(':')
    return level === 'block' && key === table && rowId !== undefined ? [rowId] : []
  })
  return [...new Set(ids)]
}

function idsWith(words: string, rows: readonly FormValue[], columns: Fields, facts: FormFacts): ReadonlySet<string> {
  const said = Object.entries(columns).filter(([, { kind }]) => kind !== 'attachment')
  const has = (row: FormValue) =>
    said.some(([key, column]) => kindOf(column).searchText(row[key], column, facts).toLowerCase().includes(words))
  return new Set(rows.filter(has).flatMap((row) => rowIdOf(row) ?? []))
}
