import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { isSameInRmb } from '#kernel/fields/base-rate.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { FormScope } from '#kernel/evaluate/plan/scope.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { useFormFacts } from '../store/facts.ts'
import { isUncutAmount } from '../store/problems.ts'
import { sameList, usePart, useStore } from '../store/use-store.ts'
import { type ColumnPlan, frameWidth, planColumns } from './columns.ts'
import type { FormStore } from '../store/form-store.ts'

/** Ids of a table's rows; re-renders only when rows are added, removed or moved. */
export const useRowIds = (table: string): readonly string[] =>
  usePart((store) => rowsAt(store.value, table).map((row) => rowIdOf(row) ?? ''), sameList)

/** The columns visible in any row; for a table without rows, those of an empty one. */
export function useColumnPlan(table: string, width: number): ColumnPlan {
  const store = useStore()
  const columns = Object.entries(store.form.fields[table]?.columns ?? {})
  const shown = usePart(
    (current) =>
      columns.flatMap(([column, field]) => {
        const isSaid = isUncutAmount(current, table, column) || isSameInRmb(current, field)
        return !isSaid && current.stateAt(`${table}.${column}`).visible ? [column] : []
      }),
    sameList,
  )
  return useMemo(
    () =>
      planColumns({
        form: store.form,
        table,
        width,
        isGrouped: true,
        frame: { whole: frameWidth.number + (store.editable(table) ? frameWidth.actions : 0),
          more: store.form.fields[table]?.columnGroups ? frameWidth.opener : frameWidth.more },
        isShown: (column) => shown.includes(column),
        ...(store.at !== 'start' && { isOpen: (column: string) => store.editable(`${table}.${column}`) }),
      }),
    [store, table, width, shown],
  )
}

/** The editable columns that are required in any row; for a table without rows, those always required. */
export const useRequiredColumns = (table: string): readonly string[] =>
  usePart(
    ({ form, stateAt, editable }) =>
      Object.keys(form.fields[table]?.columns ?? {}).filter((column) =>
        editable(`${table}.${column}`) && stateAt(`${table}.${column}`).required
      ),
    sameList,
  )

/** Returns whether the rows are currently fetched from another system, so that none can be added by hand. */
export function useIsFetched(table: string): boolean {
  const facts = useFormFacts()
  return usePart(({ form, value }) => {
    const fetching = form.fields[table]?.fetches
    return fetching !== undefined &&
      (fetching.when === undefined ||
        new FormScope(form, value, { facts: facts() }).holds(formula(fetching.when, Object.keys(form.fields))))
  })
}

/** The actions on the rows of a table. */
export function useRowActions(table: string) {
  const store = useStore()
  return useMemo(() => {
    const indexOf = (rowId: string) => rowsAt(store.entered, table).findIndex((row) => rowIdOf(row) === rowId)
    return {
      add: () => store.addRow(table),
      /** Inserts a copy below a row, with a new id and without its source; returns the id. */
      copy(rowId: string) {
        const copyId = newRowId()
        store.setRows(table, (rows) =>
          rows.flatMap((row) => {
            const { takenFrom: _source, ...entered } = row
            return rowIdOf(row) === rowId ? [row, { ...entered, rowId: copyId }] : [row]
          }))
        return copyId
      },
      remove: (rowId: string) => store.setRows(table, (rows) => rows.filter((row) => rowIdOf(row) !== rowId)),
      move(rowId: string, step: 1 | -1) {
        const from = indexOf(rowId)
        const to = from + step
        store.setRows(table, (rows) => {
          const row = rows[from]
          if (!row || to < 0 || to >= rows.length) return rows
          const others = rows.filter((_, index) => index !== from)
          return [...others.slice(0, to), row, ...others.slice(to)]
        })
      },
    }
  }, [store, table])
}

interface RowKeys {
  add(): void
  move(rowId: string, step: 1 | -1): void
  /** Rows may be added. */
  readonly isOpen: boolean
  /** Id of the last row; undefined if it is untouched, so that Tab does not add another one. */
  last(): string | undefined
}

const inputs = 'input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), [contenteditable=true], [role=switch]'
const stops = `${inputs}, button:not(:disabled), a[href], [tabindex="0"]`

/** Shortcuts: ⌥↑ ⌥↓ move a row, ⌥N adds one, and so does Tab at the end of the last row. */
export function rowKeys({ add, move, isOpen, last }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const row = (event.target as Element).closest<HTMLElement>('[data-row]')
    if (event.altKey) return moveOrAdd(event, row, { add, move })
    if (row && isTab(event) && row.dataset['row'] === last() && isLastStop(event.currentTarget, event.target as Element)) {
      event.preventDefault()
      add()
    }
  }
}

const isTab = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'Tab' && !shiftKey

function moveOrAdd(event: KeyboardEvent, row: HTMLElement | null, { add, move }: Pick<RowKeys, 'add' | 'move'>) {
  const step = steps[event.key]
  if (step !== undefined && row?.dataset['row']) {
    event.preventDefault()
    move(row.dataset['row'], step)
  } else if (event.code === 'KeyN') {
    event.preventDefault()
    add()
  }
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 }

/** Returns whether an element is the last tab stop of the rows; a radio group is one stop. */
function isLastStop(table: Element, target: Element): boolean {
  const last = [...table.querySelectorAll<HTMLElement>('[data-row]')].at(-1)
  const stop = last && [...last.querySelectorAll<HTMLInputElement>(stops)].findLast(({ tabIndex }) => tabIndex >= 0)
  return stop === target || (stop?.type === 'radio' && target instanceof HTMLInputElement && target.name === stop.name)
}

/** Focuses the first control of a row. */
export function focusRow(table: Element | null, rowId: string): void {
  table?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId)}"]`)?.querySelector<HTMLElement>(inputs)?.focus()
}

/** Before a row is removed: focuses the remove button of the next or previous row, or the button that adds one. */
export function focusNeighbour(table: Element | null, rowId: string): void {
  const buttons = [...(table?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])]
  const at = buttons.findIndex((button) => button.dataset['removes'] === rowId)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? table?.parentElement?.querySelector<HTMLElement>('[data-adds]')
  next?.focus()
}

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
