import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { takenFromOf } from '#kernel/evaluate/filling/taken-rows.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import type { RowsToTake } from '#kernel/answers.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import { isUntouched } from '#shell/form/store/cell.ts'

type OfferedRow = RowsToTake['rows'][number]
type Rows = readonly FormValue[]

/** The sources of the taken rows of a table. */
export const sourcesOf = (rows: Rows): ReadonlySet<string> =>
  new Set(rows.flatMap(({ takenFrom }) => (typeof takenFrom === 'string' ? [takenFrom] : [])))

/** Offered rows that are not in this table, nor in another document; `own` is this document's number. */
export const addable = ({ rows }: RowsToTake, held: Rows, own: unknown): readonly OfferedRow[] => {
  const known = sourcesOf(held)
  return rows.filter(({ takenFrom, takenBy }) => !known.has(takenFrom) && (takenBy === undefined || takenBy === own))
}

/** Appends taken rows, removing untouched ones. */
export const withTaken = (held: Rows,
  taken: readonly OfferedRow[]): Rows => [...held.filter((row) => !isUntouched(row)),
  ...taken.map(({ takenFrom, values }) => ({ ...values, takenFrom, rowId: newRowId() }))]

/** Removes rows whose source document is no longer linked. Returns the same array if there are none. */
export const withoutUnlinked = (held: Rows, linked: readonly string[]): Rows => {
  const kept = held.filter((row) => {
    const from = takenFromOf(row)
    return !from || linked.includes(from.document)
  })
  return kept.length === held.length ? held : kept
}

/** Updates the kept columns from their sources, and removes rows that no longer exist there. */
export function updated(held: Rows, answers: readonly RowsToTake[], { of }: Pick<RowTaking, 'of'>): Rows {
  const now = new Map(answers.flatMap(({ rows }) => rows.map(({ takenFrom, values }) => [takenFrom, values] as const)))
  return held.flatMap((row) => {
    const from = takenFromOf(row)
    if (!from) return [row]
    const { keeps = [] } = of[from.type] ?? {}
    const values = now.get(String(row['takenFrom']))
    return values ? [{ ...row, ...Object.fromEntries(keeps.map((column) => [column, values[column]])), rowId: rowIdOf(row) }] : []
  })
}
