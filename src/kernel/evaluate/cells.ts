import type { FieldDefinition, Fields } from '../fields.ts'
import { memoize } from '../memoize.ts'
import type { FormValue } from '../values/value.ts'
import { cellPath } from './path.ts'
import { own, rowIdOf, rowsAt } from './rows.ts'

/** A value of a header field, or of a column in a row. */
export interface ValueCell {
  readonly field: FieldDefinition
  /** Key of the field or of the column. */
  readonly key: string
  /** `contract`, or `items.2.contract` in the third row. */
  readonly path: string
  /** Absent for the header. */
  readonly place?: { readonly table: string; readonly index: number }
  /** The row, or the whole value for a header field. */
  readonly row: FormValue
  readonly value: unknown
}

interface Found {
  readonly key: string
  readonly field: FieldDefinition
  readonly isWanted: boolean
  /** The columns of a table that pass. */
  readonly columns: readonly (readonly [key: string, field: FieldDefinition])[]
}

/**
 * Makes a function that lists the values of the fields that pass a test, in header and rows, in the order of the form. The test is made
 * once for each form. Values may be unvalidated.
 */
export function cellsWhere(passes: (field: FieldDefinition) => boolean): (fields: Fields, value: FormValue) => ValueCell[] {
  const foundIn = memoize((fields: Fields): readonly Found[] =>
    Object.entries(fields).map(([key, field]) => ({ key, field, isWanted: passes(field),
      columns: Object.entries(field.columns ?? {}).filter(([, column]) => passes(column)) })
    )
      .filter(({ isWanted, columns }) => isWanted || columns.length > 0)
  )
  return (fields, value) => {
    const cells: ValueCell[] = []
    for (const { key: table, field, isWanted, columns } of foundIn(fields)) {
      if (isWanted) cells.push({ field, key: table, path: table, row: value, value: own(value, table) })
      if (columns.length === 0) continue
      for (const [index, row] of rowsAt(value, table).entries())
        for (const [key, column] of columns)
          cells.push({ field: column, key, path: cellPath(table, index, key), place: { table, index }, row, value: own(row, key) })
    }
    return cells
  }
}

/** Makes a function that finds what stands in for a cell in another value: in the row with the same id, or at the same header field. */
export function counterpartsIn(value: FormValue): (cell: Pick<ValueCell, 'key' | 'place' | 'row'>) => unknown {
  const tables = new Map<string, ReadonlyMap<string | undefined, FormValue>>()
  const rowsById = (table: string) => {
    const known = tables.get(table) ?? new Map(rowsAt(value, table).map((row) => [rowIdOf(row), row]))
    tables.set(table, known)
    return known
  }
  return ({ key, place, row }) => own((place ? rowsById(place.table).get(rowIdOf(row)) : value) ?? {}, key)
}
