import { z } from 'zod'
import type { FieldDefinition, Fields } from '../fields.ts'
import { emptyContext, type FeelContext, type FeelValue, isContext } from '../feel/values.ts'
import { newRowId } from '../values/value.ts'
import { rowKeys } from '../evaluate/plan/context-names.ts'
import { checkedSchema } from './checked.ts'
import { type Fault, isNothing, type KindDefinition, type KindMeaning, nothingCell } from './kind.ts'
import { countFaults, idFaults, idShape } from './references.ts'

const mostRows = 1000

/** Returns the definition of a column's kind. */
export type Lookup = (column: FieldDefinition) => KindDefinition

/** A list of rows, each with `rowId` and its columns. @default max 1000 */
export function tableKind(kindOf: Lookup): KindMeaning {
  return {
    attributes: ['columns', 'min', 'max', 'fetches', 'takes', 'columnGroups', 'owner', 'struckBy', 'uniqueColumns'],
    ask: 'field.addRow',
    shape: (field) => rowsShape(field, kindOf),
    faults: (value, field) => rowFaults(value as readonly TableRowValue[], field),
    empty: (value) => isNothing(value) || (value as unknown[]).length === 0,
    toFeel: (value, field, facts) => rowsOf(value).map((row) => rowToFeel(row, field.columns ?? {}, { facts, kindOf })),
    fromFeel: (value, field) => rowsFromFeel(value, field.columns ?? {}, kindOf),
    sqlType: () => 'jsonb',
    searchText: (value, field, facts) =>
      rowsOf(value)
        .flatMap((row) => Object.entries(field.columns ?? {}).map(([key, column]) => kindOf(column).searchText(row[key], column, facts)))
        .filter((words) => words !== '')
        .join(' '),
    excelCell: (value) => (isNothing(value) ? nothingCell : { value: rowsOf(value).length, format: '0' }),
  }
}

type TableRowValue = Readonly<Record<string, unknown>>

/** The context of a row: its columns, its id, and its source if it was taken over. */
function rowToFeel(
  row: TableRowValue,
  columns: Fields,
  { facts, kindOf }: { facts: Parameters<KindMeaning['toFeel']>[2]; kindOf: Lookup },
): FeelContext {
  const context = emptyContext()
  for (const [key, column] of Object.entries(columns)) context[key] = kindOf(column).toFeel(row[key], column, facts)
  for (const key of rowKeys) context[key] = typeof row[key] === 'string' ? row[key] : null
  return context
}

function rowsShape({ columns = {}, takes }: FieldDefinition, kindOf: Lookup) {
  const cells = Object.entries(columns).map(([key, column]) => [key, checkedSchema(column, kindOf(column))])
  return z.array(
    z.strictObject({ ...Object.fromEntries(cells), rowId: idShape.refine((id) => idFaults(id).length === 0),
      ...(takes && { takenFrom: sourceShape.nullish() }) }),
  )
}

/** `form/document/row`: the source of a row that was taken over. */
const sourceShape = z.string().max(200).regex(/^[^/]+\/[^/]+\/[^/]+$/)

const counting = { defaultMax: mostRows, tooMany: 'field.tooManyRows', tooFew: 'field.tooFewRows' }

function rowFaults(rows: readonly TableRowValue[], field: FieldDefinition): Fault[] {
  const seen = new Set<unknown>()
  const faults: Fault[] = []
  for (const [index, { rowId }] of rows.entries()) {
    if (seen.has(rowId)) faults.push({ code: 'field.rowRepeated', path: [index, 'rowId'] })
    seen.add(rowId)
  }
  return [...faults, ...countFaults(rows.length, field, counting)]
}

function rowsFromFeel(value: FeelValue, columns: Fields, kindOf: Lookup): TableRowValue[] | null {
  if (value === null) return null
  return (Array.isArray(value) ? value : [value]).filter((entry) => isContext(entry)).map((entry) => rowFromFeel(entry, columns, kindOf))
}

function rowFromFeel(context: FeelContext, columns: Fields, kindOf: Lookup): TableRowValue {
  const row: Record<string, unknown> = { rowId: newRowId() }
  for (const [key, column] of Object.entries(columns)) {
    const cell = Object.hasOwn(context, key) ? kindOf(column).fromFeel(context[key] ?? null, column) : null
    if (cell !== null) row[key] = cell
  }
  return row
}

/** The rows; one of the wrong shape becomes an empty row, so that the other rows keep their index. */
const rowsOf = (value: unknown): readonly TableRowValue[] =>
  Array.isArray(value) ? value.map((row: unknown) => (typeof row === 'object' && row !== null ? (row as TableRowValue) : {})) : []
