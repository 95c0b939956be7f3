import { useMemo } from 'react'
import { isSameInRmb } from '#kernel/fields/base-rate.ts'
import { formula } from '#kernel/evaluate/plan/formula.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { FormScope } from '#kernel/evaluate/plan/scope.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import { useFormFacts } from '../store/facts.ts'
import { isUncutAmount } from '../store/approved-amounts.ts'
import { sameList, usePart, useStore } from '../store/use-store.ts'
import { frameWidth, planColumns, type ColumnPlan } from './columns.ts'

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
