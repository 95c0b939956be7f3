import { type Client, escapeIdentifier } from 'pg'

export interface StoredTable {
  readonly name: string
  /** Columns that hold data; generated columns are left out. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

export interface StoredSequence {
  readonly name: string
  /** A bigint as text. */
  readonly last: string
  readonly called: boolean
}

/**
 * Every table with data, except the record of migrations, which is in the head of a backup, and derived tables, which are built again
 * after a restore.
 */
export async function storedTables(client: Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('migration', 'derived_schema')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

/** Sequences with their state, including those never used. */
export async function storedSequences(client: Client): Promise<StoredSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  const sequences: StoredSequence[] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<StoredSequence, 'name'>>(
      `select last_value::text as last, is_called as called from public.${escapeIdentifier(name)}`,
    )
    for (const { last, called } of state.rows) sequences.push({ name, last, called })
  }
  return sequences
}

/** Session settings for a textual format that is independent of the server's configuration. */
export const exactText =
  `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`
