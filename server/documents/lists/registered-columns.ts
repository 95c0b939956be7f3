import { sql } from 'kysely'
import { z } from 'zod'
import type { Form } from '#kernel/form.ts'
import { type ColumnType, columnType, currencyKey, type KnownColumn, knownColumns, listColumns } from '#kernel/fields/list-columns.ts'
import { disclosedValue } from '#kernel/fields/disclosure.ts'
import { Refused } from '#kernel/errors.ts'
import { addressSchema, filterSchema } from '#kernel/kinds/schema.ts'
import { filterOf } from '#kernel/kinds/host-traits.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { DataAudit } from '#server/plugin.ts'
import type { Caller } from '#server/identity/caller.ts'
import { dayInput } from '#server/http/requests/validation.ts'
import { accessIn } from '../values/disclosed-values.ts'
import type { ColumnCondition, ListedColumn, ListQuery, ListSort } from './list-types.ts'

/** Key of the advisory lock under which starting instances register columns. */
const registerLock = 4_201_911

/** The columns of a form that are stored in `document_column`, with the currency of its amounts. */
function keptColumns(form: Form): Readonly<Record<string, ColumnType>> {
  const currency = currencyKey(form)
  const field = currency === undefined ? undefined : form.fields[currency]
  return { ...(currency !== undefined && field && { [currency]: columnType(field)! }),
    ...Object.fromEntries(listColumns(form).map(({ key, type }) => [key, type])) }
}

/**
 * Registers the declared columns in `list_column`. A job fills in columns that are new or have another type while documents of the type
 * exist, and deletes the values of columns that no form declares any more.
 */
export async function registerColumns(db: Db, forms: Iterable<Form>): Promise<void> {
  const declared = [...forms].flatMap((form) => Object.entries(keptColumns(form)).map(([field, kind]) => ({ type: form.key, field, kind })))
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${registerLock})`.execute(tx)
    const shown = sql`jsonb_to_recordset(${JSON.stringify(declared)}::jsonb) as wanted (type text, field text, kind text)`
    await sql`update list_column set state = 'withdrawn'
      where state <> 'withdrawn' and (type, field) not in (select type, field from ${shown})`
      .execute(tx)
    await sql`insert into list_column (type, field, kind, state)
      select type, field, kind, case when exists (select from document where document.type = wanted.type) then 'filling' else 'ready' end
      from ${shown}
      on conflict (type, field) do update set kind = excluded.kind, state = 'clearing' where list_column.kind <> excluded.kind
        or list_column.state = 'withdrawn'`
      .execute(tx)
  })
}

/** Fields of a type that are still being filled in for stored documents: its list can be neither filtered nor ordered by them. */
async function unfinishedColumns(db: Db, type: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('list_column').select('field').where('type', '=', type).where('state', 'in', ['filling', 'clearing'])
    .execute()
  return new Set(rows.map(({ field }) => field))
}

/** Documents per read, and a tenth of the rows per deletion. */
const batch = 500

/** Deletes and fills in columns as registered by `registerColumns`; can be aborted and resumed. */
export async function fillColumns(db: Db, signal: AbortSignal): Promise<void> {
  for (const column of await columnsIn(db, ['withdrawn', 'clearing'])) if (await emptied(db, column, signal)) await closed(db, column)
  const filling = await columnsIn(db, ['filling'])
  const types = [...new Set(filling.map(({ type }) => type))]
  for (let after: string | null = ''; after !== null && types.length > 0;) {
    if (signal.aborted) return
    after = await filledAfter(db, types, after)
  }
  for (const column of filling) await moved(db, column, 'ready')
}

type RegisteredColumn = Pick<Tables['list_column'], 'type' | 'field' | 'state'>

const columnsIn = (db: Db, states: readonly RegisteredColumn['state'][]): Promise<readonly RegisteredColumn[]> =>
  db.selectFrom('list_column').select(['type', 'field', 'state']).where('state', 'in', states).execute()

/** Deletes values in batches. @returns whether none is left, false if aborted */
async function emptied(db: Db, { type, field }: RegisteredColumn, signal: AbortSignal): Promise<boolean> {
  const key = `${type}.${field}`
  for (let gone = 1n; gone > 0n && !signal.aborted;) {
    const answer =
      await sql`delete from document_column where (document, key) in (select document, key from document_column where key = ${key} limit ${
        batch * 10
      })`.execute(db)
    gone = answer.numAffectedRows ?? 0n
  }
  return !signal.aborted
}

const closed = (db: Db, column: RegisteredColumn): Promise<unknown> =>
  column.state === 'clearing'
    ? moved(db, column, 'filling')
    : db.deleteFrom('list_column').where('type', '=', column.type).where('field', '=', column.field).where('state', '=', 'withdrawn')
      .execute()

const moved = (db: Db, { type, field, state: before }: RegisteredColumn, state: RegisteredColumn['state']): Promise<unknown> =>
  db.updateTable('list_column').set({ state }).where('type', '=', type).where('field', '=', field).where('state', '=', before).execute()

/** Fills in a batch; values written by an action in the meantime are kept. */
async function filledAfter(db: Db, types: readonly string[], after: string): Promise<string | null> {
  const { rows: [last] } = await sql<{ id: string | null }>`
    with part as materialized (select id, type, value, started_at from document where id > ${after} and type = any(${types})
      order by id limit ${batch}),
    written as (
      insert into document_column (document, key, kind, value, text, number, moment, started_at)
      select part.id, own.*, part.started_at from part cross join lateral list_columns_of(part.type, part.value) own
      on conflict do nothing)
    select max(id) as id from part`.execute(db)
  return last?.id ?? null
}

/** Compares every column with the document value that it is derived from. */
export const columnAudit: DataAudit = {
  name: 'listColumns',
  async run(db) {
    const mismatches: string[] = []
    let checked = 0
    for (let after: string | null = ''; after !== null;) {
      const { rows }: { rows: readonly ColumnComparison[] } = await compared(db, after)
      checked += rows.length
      mismatches.push(...rows.flatMap(({ number, wrong }) => wrong.map((key) => `${number}: column ${key}`)))
      after = rows.at(-1)?.id ?? null
    }
    return { checked, mismatches }
  },
}

interface ColumnComparison {
  readonly id: string
  readonly number: string
  /** Keys of the columns that differ from the document. */
  readonly wrong: readonly string[]
}

const compared = (db: Db, after: string) =>
  sql<ColumnComparison>`
  select part.id, part.number, array(
    select coalesce(due.key, stored.key)
      from (select own.* from list_columns_of(part.type, part.value) own join list_column c on c.type || '.' || c.field = own.key
        and c.state = 'ready') due
      full join (select * from document_column where document = part.id and key in (select type || '.' || field from list_column
        where state = 'ready')) stored using (key)
      where (due.kind, due.value, due.text, due.number, due.moment, part.started_at) is distinct from (stored.kind, stored.value,
        stored.text, stored.number, stored.moment, stored.started_at)
      order by 1) as wrong
  from (select id, number, type, value, started_at from document where id > ${after} order by id limit ${batch}) part order by part.id`
    .execute(db)

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

function conditionOf(form: Form, column: KnownColumn, value: unknown): ColumnCondition {
  const filter = filterOf(column.field)
  // date-times are filtered by day
  const schema = column.type === 'moment' ? z.tuple([dayInput.nullable(), dayInput.nullable()]) : filterSchema(column.field)
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
