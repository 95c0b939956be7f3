import { sql } from 'kysely'
import { z } from 'zod'
import { isDate } from '#kernel/values/dates.ts'
import { disclosedValue } from '#kernel/fields/disclosure.ts'
import { Refused } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import { addressSchema, filterSchema } from '#kernel/kinds/filter.ts'
import { filterOf } from '#kernel/kinds/host-traits.ts'
import { currencyKey, type KnownColumn, knownColumns } from '#kernel/fields/list-columns.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { accessIn } from '../values/disclosed-values.ts'
import type { ColumnCondition, ListedColumn, ListQuery, ListSort } from './list-types.ts'
import { unfinishedColumns } from './registered-columns.ts'

/** Prefix of a form's own columns in orders and query parameters, to distinguish them from the columns of every list. */
export const ownPrefix = 'columns.'

/** Columns of the form that the reader may see, without the amount: every list has a column for it. */
export const shownColumns = (form: Form, reader: Caller): readonly KnownColumn[] =>
  knownColumns(form, reader).filter(({ key }) => key !== form.amount)

interface OwnInput {
  /** Conditions by field, as the filter has them or as query parameters. */
  readonly columns: Readonly<Record<string, unknown>>
  readonly orders: readonly ListSort[]
}

/**
 * The conditions and the order of a type's list by columns of its form.
 * @throws Refused for an unknown column, one that the reader may not search by, or one that is still being filled in
 */
export async function ownQuery(db: Db, form: Form, reader: Caller,
  { columns, orders }: OwnInput): Promise<Pick<ListQuery, 'own' | 'ownOrder' | 'searched' | 'orders'>> {
  const known = new Map(knownColumns(form, reader).filter(({ isSearched }) => isSearched).map((column) => [column.key, column]))
  const own = Object.entries(columns).flatMap((
    [key, value],
  ) => (value === null || value === undefined ? [] : [conditionOf(form, columnOf(known, key), value)]))
  const [first, ...others] = orders
  const ownOrder = first?.column.startsWith(ownPrefix) ? { column: sortedOf(form, known, first.column), asc: first.asc } : undefined
  if (others.some(({ column }) => column.startsWith(ownPrefix))) throw unknownColumn('orders')
  await demandFilled(db, form, [...own.map(({ column }) => column), ...(ownOrder ? [ownOrder.column] : [])])
  return { own, ownOrder, orders: ownOrder ? [] : orders,
    searched: [...known.values()].filter(isWords).map(({ key }) => placeOf(form, { key, type: 'text' }).key) }
}

/** Free text, which is searched by substring. */
const isWords = ({ field, type }: KnownColumn): boolean => type === 'text' && filterOf(field) === 'contains'

function columnOf(known: ReadonlyMap<string, KnownColumn>, key: string): KnownColumn {
  const column = known.get(key)
  if (!column) throw unknownColumn(`${ownPrefix}${key}`)
  return column
}

function sortedOf(form: Form, known: ReadonlyMap<string, KnownColumn>, name: string): ListedColumn {
  const column = columnOf(known, name.slice(ownPrefix.length))
  if (column.type === 'list') throw unknownColumn('orders')
  return placeOf(form, column)
}

const day = z.string().refine(isDate, 'error.field.format')

function conditionOf(form: Form, column: KnownColumn, value: unknown): ColumnCondition {
  const filter = filterOf(column.field)
  // date-times are filtered by day
  const schema = column.type === 'moment' ? z.tuple([day.nullable(), day.nullable()]) : filterSchema(column.field)
  const parsed = schema && filter ? addressSchema(filter, schema).safeParse(value) : undefined
  if (!parsed?.success || !filter) throw unknownColumn(`${ownPrefix}${column.key}`, 'error.field.invalid')
  return { column: placeOf(form, column), filter, value: parsed.data }
}

const placeOf = ({ key: type }: Form, column: Pick<KnownColumn, 'key' | 'type'>): ListedColumn => ({ key: `${type}.${column.key}`,
  type: column.type })

const unknownColumn = (field: string, code = 'error.field.unknown') => new Refused('error.invalidInput', {}, [{ field, code }])

/** Demands that the columns are filled in, since rows would be missing otherwise. */
async function demandFilled(db: Db, form: Form, used: readonly ListedColumn[]): Promise<void> {
  if (used.length === 0) return
  const unfinished = await unfinishedColumns(db, form.key)
  if (used.some(({ key }) => unfinished.has(key.slice(form.key.length + 1)))) throw new Refused('documents.columnsFilling')
}

/** Values of the form's own columns for these documents, as disclosed to the reader, with the currency of their amounts. */
export async function columnValues(db: Db, form: Form, reader: Caller,
  documents: readonly string[]): Promise<ReadonlyMap<string, FormValue>> {
  const currency = currencyKey(form)
  const fields = [...knownColumns(form, reader).map(({ key }) => key), ...(currency === undefined ? [] : [currency])]
  if (documents.length === 0 || fields.length === 0) return new Map()
  const { rows } = await sql<{ id: string; starter: string; applicant: string; value: FormValue }>`
    select document.id, document.starter, document.applicant,
      jsonb_object_agg(c.field, case when kept.document is null then document.value -> c.field else kept.value end) as value
      from document join list_column c on c.type = document.type left join document_column kept on kept.document = document.id
        and kept.key = c.type || '.' || c.field
      where document.id = any(${documents}) and c.type = ${form.key} and c.field = any(${fields})
      group by document.id`.execute(db)
  return new Map(rows.map(({ id, value, ...document }) => [id, disclosedValue(value, accessIn({ form, reader, document }))]))
}
