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
import { numberOf } from '#kernel/kinds/families/decimal-family.ts'

/** The row of another document from which a row was taken over. */
export interface TakenFrom {
  /** Business type of the document. */
  readonly type: string
  readonly document: string
  readonly row: string
}

/** The source of a row; undefined for one that was entered. */
export function takenFromOf(row: FormValue | undefined): TakenFrom | undefined {
  const source = row && own(row, 'takenFrom')
  if (typeof source !== 'string') return undefined
  const [type = '', document = '', id = ''] = source.split('/')
  return id === '' ? undefined : { type, document, row: id }
}

/** The same as one text. */
export const takenFromText = ({ type, document, row }: TakenFrom): string => `${type}/${document}/${row}`

/** The values that a row of a document gives: its id, and the taken values by column. */
export interface TakenRow {
  readonly row: string
  readonly values: FormValue
}

interface SourceDocument {
  readonly form: Form
  readonly value: FormValue
  /** They know the records that the value names. */
  readonly facts: FormFacts
}

/** The values that the rows of a document give, of those that can be taken. `columns` are those of the table that takes them. */
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

/** Returns whether a cell still holds the value of the row that it was taken from; decimals are compared by their amount. */
export function isAsTaken(column: FieldDefinition, held: unknown, taken: unknown): boolean {
  const { empty } = kindOf(column)
  if (empty(held) || empty(taken)) return empty(held) && empty(taken)
  const [one, other] = decimals.has(column.kind) ? [numberOf(held), numberOf(taken)] : []
  return one && other ? one.eq(other) : JSON.stringify(held) === JSON.stringify(taken)
}

const decimals: ReadonlySet<string> = new Set(['number', 'money', 'percent'])
