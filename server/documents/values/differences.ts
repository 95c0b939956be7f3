import { isDeepStrictEqual } from 'node:util'
import type { RoundDifference } from '#approval/wire/rounds.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** The differences between two values of the same fields; rows are the same by their id, wherever they stand. */
export function differencesOf(fields: Fields, before: FormValue, after: FormValue): RoundDifference[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind === 'table') return rowDifferences(key, field, { before: rowsAt(before, key), after: rowsAt(after, key) })
    return cellDifference({ field: key }, field, { before: before[key], after: after[key] })
  })
}

interface Rows {
  readonly before: readonly FormValue[]
  readonly after: readonly FormValue[]
}

function rowDifferences(key: string, { columns = {} }: FieldDefinition, rows: Rows): RoundDifference[] {
  const old = new Map(rows.before.map((row) => [rowIdOf(row), row]))
  const kept = new Set(rows.after.map(rowIdOf))
  return [
    ...rows.after.flatMap((row, index) => {
      const place = { row: rowIdOf(row) ?? '', rowNumber: index + 1 }
      const was = old.get(rowIdOf(row))
      if (!was) return [{ field: key, ...place, before: null, after: row }]
      return Object.entries(columns).flatMap(([column, field]) =>
        cellDifference({ field: `${key}.${column}`, ...place }, field, { before: was[column], after: row[column] })
      )
    }),
    ...rows.before.flatMap((row,
      index) => (kept.has(rowIdOf(row)) ? [] : [{ field: key, row: rowIdOf(row) ?? '', rowNumber: index + 1, before: row, after: null }])
    ),
  ]
}

function cellDifference(place: Pick<RoundDifference, 'field' | 'row' | 'rowNumber'>, field: FieldDefinition,
  { before, after }: { before: unknown; after: unknown }): RoundDifference[] {
  const { empty } = kindOf(field)
  if (isDeepStrictEqual(before, after) || (empty(before) && empty(after))) return []
  return [{ ...place, before: before ?? null, after: after ?? null }]
}
