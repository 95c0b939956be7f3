import { concealedPaths } from './confidential.ts'
import { type DisclosesDocuments, formSubject } from './disclosure.ts'
import type { FieldDefinition, FieldKind } from '../fields.ts'
import type { Form } from '../form.ts'

/**
 * The type as which a column is stored, filtered and sorted: text, number, day or minute; `list` for several values, which cannot be
 * sorted.
 */
export type ColumnType = 'text' | 'number' | 'moment' | 'list'

/** A column of a form's own list, beside those that every list has. */
export interface ListColumn {
  readonly key: string
  readonly field: FieldDefinition
  readonly type: ColumnType
}

/** A column as its reader knows it. */
export interface KnownColumn extends ListColumn {
  /** True where they may filter and sort by it: not by what they are shown a part of. */
  readonly isSearched: boolean
}

/** The form's own columns in their order; what no list can show is refused by `problems()` and left out here. */
export const listColumns = ({ columns, fields }: Pick<Form, 'columns' | 'fields'>): readonly ListColumn[] =>
  columns.flatMap((key) => columnAt(fields, key))

/** The same as somebody is shown them; of what is confidential, what their roles open in every document. */
export function knownColumns(form: Pick<Form, 'key' | 'columns' | 'fields'>, reader: DisclosesDocuments): readonly KnownColumn[] {
  const access = reader.columns[formSubject(form.key)] ?? {}
  const concealed = concealedPaths(form.fields, { roles: reader.roles, nodes: [] })
  return listColumns(form).flatMap((column) => {
    const allowed = access[column.key] ?? 'full'
    return allowed === 'hidden' || concealed.has(column.key) ? [] : [{ ...column, isSearched: allowed !== 'masked' }]
  })
}

/** The field whose value says in which currency the form's amounts are; without one they are in RMB. */
export const currencyKey = ({ fields }: Pick<Form, 'fields'>): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.kind === 'currency')

/** The column type of a field; undefined where a list cannot show it, or would show an account number. */
export function columnType(
  { kind, result, masked, fillsIn }: Pick<FieldDefinition, 'kind' | 'result' | 'masked' | 'fillsIn'>,
): ColumnType | undefined {
  if (masked || fillsIn) return undefined
  return kind === 'calculated' ? resultTypes[result ?? 'number'] : kindTypes[kind]
}

function columnAt(fields: Form['fields'], key: string): readonly ListColumn[] {
  const field = fields[key]
  const type = field && columnType(field)
  return type ? [{ key, field, type }] : []
}

const resultTypes: Readonly<Record<NonNullable<FieldDefinition['result']>, ColumnType>> = {
  money: 'number',
  number: 'number',
  integer: 'number',
  text: 'text',
  boolean: 'text',
  date: 'moment',
}

const kindTypes: Readonly<Record<Exclude<FieldKind, 'calculated'>, ColumnType | undefined>> = {
  text: 'text',
  textarea: 'text',
  time: 'text',
  select: 'text',
  radio: 'text',
  checkbox: 'text',
  switch: 'text',
  person: 'text',
  department: 'text',
  reference: 'text',
  currency: 'text',
  process: 'text',
  number: 'number',
  integer: 'number',
  money: 'number',
  percent: 'number',
  rate: 'number',
  date: 'moment',
  datetime: 'moment',
  daterange: 'moment',
  multiselect: 'list',
  cascader: 'list',
  people: 'list',
  documentLink: 'list',
  // no single line
  attachment: undefined,
  richtext: undefined,
  title: undefined,
  plaintext: undefined,
  table: undefined,
}
