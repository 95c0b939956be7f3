import { concealedPaths } from './confidential.ts'
import { type DisclosesDocuments, formSubject } from './disclosure.ts'
import type { FieldDefinition } from '../fields.ts'
import { traitsOf } from '../kinds/host-traits.ts'
import type { ColumnType, Holds } from '../kinds/kind.ts'
import type { Form } from '../form.ts'

export type { ColumnType } from '../kinds/kind.ts'

/** A column of a form's list, in addition to those that every list has. */
export interface ListColumn {
  readonly key: string
  readonly field: FieldDefinition
  readonly type: ColumnType
}

/** A column with its reader's access. */
export interface KnownColumn extends ListColumn {
  /** Whether the reader may filter and sort by it; false for masked columns and those that are not searched. */
  readonly isSearched: boolean
}

/** The form's list columns in order. Fields that a list cannot show are skipped; `problems()` reports them. */
export const listColumns = ({ columns, fields }: Pick<Form, 'columns' | 'fields'>): readonly ListColumn[] =>
  columns.flatMap((key) => columnAt(fields, key))

/** The list columns visible to a reader. A confidential one is included only if the reader's roles open it in every document. */
export function knownColumns(form: Pick<Form, 'key' | 'columns' | 'fields'>, reader: DisclosesDocuments): readonly KnownColumn[] {
  const access = reader.columns[formSubject(form.key)] ?? {}
  const concealed = concealedPaths(form.fields, { roles: reader.roles, nodes: [] })
  return listColumns(form).flatMap((column) => {
    const allowed = access[column.key] ?? 'full'
    return allowed === 'hidden' || concealed.has(column.key)
      ? []
      : [{ ...column, isSearched: allowed !== 'masked' && !column.field.unsearched }]
  })
}

/** Key of the field with the currency of the form's amounts; undefined: they are in RMB. */
export const currencyKey = ({ fields }: Pick<Form, 'fields'>): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.kind === 'currency')

/** The column type of a field; undefined for kinds that a list cannot show, and for account numbers. */
export function columnType(
  { kind, result, masked, fillsIn }: Pick<FieldDefinition, 'kind' | 'result' | 'masked' | 'fillsIn'>,
): ColumnType | undefined {
  if (masked || fillsIn) return undefined
  const { column, holds } = traitsOf({ kind })
  if (column !== undefined) return column ?? undefined
  return holds === 'result' ? resultTypes[result ?? 'number'] : heldTypes[holds]
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

const heldTypes: Readonly<Record<Exclude<Holds, 'result'>, ColumnType | undefined>> = {
  text: 'text',
  time: 'text',
  choice: 'text',
  code: 'text',
  boolean: 'text',
  id: 'text',
  decimal: 'number',
  integer: 'number',
  date: 'moment',
  datetime: 'moment',
  days: 'moment',
  choices: 'list',
  ids: 'list',
  rows: undefined,
  nothing: undefined,
}
