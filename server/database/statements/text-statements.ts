import { CompiledQuery, type Insertable, sql } from 'kysely'
import type { Db, Tables } from '../tables.ts'

// Statements of the hottest paths are built as text, since compiling a tree of nodes each time costs more than running them.

/** Adds a value to the parameters of a statement. @returns the placeholder, e.g. `$3` */
export type Parameter = (value: unknown) => string

/** Collects the parameters of one statement. */
export function parameters(): { readonly values: readonly unknown[]; readonly parameter: Parameter } {
  const values: unknown[] = []
  return { values, parameter: (value) => `$${values.push(value)}` }
}

/** Runs a statement given as text and parameters. */
export const runText = async <Row = unknown>(db: Db, text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/** The text of an insert of one row. */
export const insertRow = <Table extends keyof Tables & string>(parameter: Parameter, table: Table,
  row: Insertable<Tables[Table]>): string =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(parameter).join(', ')})`

/** Types by which `json_to_recordset` reads rows; `jsonb` values are sent as JSON text. */
type RowType = 'text' | 'int' | 'timestamptz' | 'jsonb'

/** Source of a column: the type by which it is read, or also an expression over the read columns. */
type RowColumn = RowType | { readonly read: RowType; readonly taken: string }

/** Builds an insert from the placeholder of one JSON parameter with all rows. */
export type InsertRows = (rows: string) => string

/**
 * The text of an insert of any number of rows as one parameter, so that the text does not depend on their number and is planned once.
 * `ending` is appended: the handling of conflicts.
 */
export function insertRows<Table extends keyof Tables & string>(table: Table,
  columns: Readonly<Partial<Record<keyof Tables[Table] & string, RowColumn>>>, ending = ''): InsertRows {
  const types = Object.entries(columns as Readonly<Record<string, RowColumn>>).map(([name, column]) => ({ name: `"${name}"`,
    ...(typeof column === 'string' ? { read: column, taken: column === 'jsonb' ? `"${name}"::jsonb` : `"${name}"` } : column) })
  )
  const names = types.map(({ name }) => name)
  const read = types.map(({ name, read: type }) => `${name} ${type === 'jsonb' ? 'text' : type}`)
  const taken = types.map((column) => column.taken)
  const before = `insert into "${table}" (${names.join(', ')}) select ${taken.join(', ')} from json_to_recordset(`
  const after = `) as given(${read.join(', ')}) ${ending}`
  return (rows) => `${before}${rows}${after}`
}

// Marks are comments at the end of a statement's text, which `guardedClient` looks for.

/** Suffix of statements that are planned once without their values, also outside of transactions: for reads of a few rows by key. */
export const preparedMark = '/* prepared */'
export const prepared = sql.raw(preparedMark)

/**
 * Suffix of statements in a transaction whose answer is not awaited: they are sent with the next statement, such as COMMIT, and fail with
 * that one.
 */
export const withNextMark = '/* with the next */'
export const withNext = sql.raw(withNextMark)
