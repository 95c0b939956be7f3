import { FormScope } from '../plan/scope.ts'
import { formula } from '../plan/formula.ts'
import { rmbNames, rowKeys, rowNames } from '../plan/context-names.ts'
import { own, rowIdOf, rowsAt } from '../rows.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { TakenTable } from '#kernel/fields/links.ts'
import type { Form } from '#kernel/form.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { numberOf } from '#kernel/kinds/numbers.ts'

/** The row of another document from which a row was taken. */
export interface TakenFrom {
  /** Key of the document's form. */
  readonly type: string
  readonly document: string
  readonly row: string
}

/** The source of a row; undefined if the row was entered. */
export function takenFromOf(row: FormValue | undefined): TakenFrom | undefined {
  const source = row && own(row, 'takenFrom')
  if (typeof source !== 'string') return undefined
  const [type = '', document = '', id = ''] = source.split('/')
  return id === '' ? undefined : { type, document, row: id }
}

/** Serialises a source as `type/document/row`. */
export const takenFromText = ({ type, document, row }: TakenFrom): string => `${type}/${document}/${row}`

/** A row offered by a source document: its id, and the values by target column. */
export interface TakenRow {
  readonly row: string
  readonly values: FormValue
}

interface SourceDocument {
  readonly form: Form
  readonly value: FormValue
  /** Facts that include the records named in the value. */
  readonly facts: FormFacts
}

/** The rows of a document that satisfy `when`, with the values for the columns of the target table (`columns`). */
export function givenRows({ form, value, facts }: SourceDocument, { rows: table, set, when }: TakenTable,
  columns: Fields): readonly TakenRow[] {
  const scope = new FormScope(form, value, { facts })
  const names = [...Object.keys(form.fields), ...Object.keys(rmbNames(form.fields)), ...rowNames, ...rowKeys,
    ...Object.keys(form.fields[table]?.columns ?? {})]
  const sources = Object.entries(set).flatMap((
    [key, source],
  ) => (columns[key] ? [{ key, column: columns[key], source: formula(source, names) }] : []))
  const condition = when === undefined ? undefined : formula(when, names)
  return rowsAt(value, table).flatMap((row, index): TakenRow[] => {
    const id = rowIdOf(row)
    const place = { table, index }
    if (id === undefined || (condition && !scope.holds(condition, place))) return []
    const values = sources.map(({ key, column, source }) => [key, kindOf(column).fromFeel(scope.evaluate(source, place), column)] as const)
    return [{ row: id, values: Object.fromEntries(values.filter(([, cell]) => cell !== null)) }]
  })
}

/** Returns whether a cell still holds the value that was taken over; decimals are compared numerically. */
export function isAsTaken(column: FieldDefinition, held: unknown, taken: unknown): boolean {
  const { empty, holds } = kindOf(column)
  if (empty(held) || empty(taken)) return empty(held) && empty(taken)
  const [one, other] = holds === 'decimal' ? [numberOf(held), numberOf(taken)] : []
  return one && other ? one.eq(other) : JSON.stringify(held) === JSON.stringify(taken)
}
