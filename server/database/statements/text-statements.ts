import { CompiledQuery, type Insertable } from 'kysely'
import type { Db, Tables } from '../tables.ts'

// Statements of the hottest paths are put together of text: a tree of nodes that is compiled each time costs more than what it says.

/** Adds a value to the parameters of a statement. Answers what stands for it in the text. */
export type Parameter = (value: unknown) => string

/** The parameters of one statement, as they are added. */
export function parameters(): { readonly values: readonly unknown[]; readonly parameter: Parameter } {
  const values: unknown[] = []
  return { values, parameter: (value) => `$${values.push(value)}` }
}

/** Runs a statement that is put together of text and parameters. */
export const runText = async <Row = unknown>(db: Db, text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/** The text of an insert of one row. */
export const insertRow = <Table extends keyof Tables & string>(parameter: Parameter, table: Table,
  row: Insertable<Tables[Table]>): string =>
  `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(parameter).join(', ')})`

/** The types that rows are read with; what is `jsonb` lies in them as the text of its JSON. */
type RowType = 'text' | 'int' | 'timestamptz' | 'jsonb'

/** The filling of a column: the type of what was read of it, or an expression over the columns that were read. */
type RowColumn = RowType | { readonly read: RowType; readonly taken: string }

/** An insert of rows that are one parameter, as JSON. */
export type InsertRows = (rows: string) => string

/**
 * The text of an insert of any number of rows. They are one parameter, so that the text is the same for all numbers of them and is planned
 * once. `ending` follows the rows: what is done about conflicts.
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
