import { rowIdOf } from '#kernel/evaluate/rows.ts'
import { takenFromOf } from '#kernel/evaluate/filling/taken-rows.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import type { RowsToTake } from '#kernel/import-answer.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isUntouched } from '#shell/form/store/cell.ts'

type OfferedRow = RowsToTake['rows'][number]
type Rows = readonly FormValue[]

/** The documents that the rows of a table come from. */
export const sourcesOf = (rows: Rows): ReadonlySet<string> =>
  new Set(rows.flatMap(({ takenFrom }) => (typeof takenFrom === 'string' ? [takenFrom] : [])))

/** Rows that can be added: those that this table does not have, and no other document (`own` is this one's number). */
export const addable = ({ rows }: RowsToTake, held: Rows, own: unknown): readonly OfferedRow[] => {
  const known = sourcesOf(held)
  return rows.filter(({ takenFrom, takenBy }) => !known.has(takenFrom) && (takenBy === undefined || takenBy === own))
}

/** With rows that are taken over; rows in which nothing was entered make room. */
export const withTaken = (held: Rows,
  taken: readonly OfferedRow[]): Rows => [...held.filter((row) => !isUntouched(row)),
  ...taken.map(({ takenFrom, values }) => ({ ...values, takenFrom, rowId: newRowId() }))]

/** Without the rows of documents that are not linked any more. */
export const withoutUnlinked = (held: Rows, linked: readonly string[]): Rows => {
  const kept = held.filter((row) => {
    const from = takenFromOf(row)
    return !from || linked.includes(from.document)
  })
  return kept.length === held.length ? held : kept
}

/** With the columns that are kept as their sources say them now, and without rows that are gone there. */
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
