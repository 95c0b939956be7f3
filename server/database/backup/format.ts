import { z } from 'zod'
import { type Client, escapeIdentifier } from 'pg'
import { DatabaseProblem } from '../errors.ts'

/**
 * A backup is one gzip'd text, a JSON value per line: the head; for each table its name and columns, a line per row
 * (an array of the columns' values as PostgreSQL writes them, exact for every type) and a seal with count and hash;
 * the sequences; and the end, without which the file is not whole.
 */
export const formatVersion = 1

export const headSchema = z.strictObject({
  backup: z.literal('office-automation'),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  /** In the order in which they were applied. */
  migrations: z.array(z.strictObject({ set: z.string(), name: z.string() })),
  /** Tables that were made at run time, with their columns in the order in which they came. */
  designed: z.array(z.strictObject({ name: z.string(), columns: z.array(z.strictObject({ name: z.string(), type: z.string() })) }))
    .optional(),
})

export const tableSchema = z.strictObject({ table: z.string(), columns: z.array(z.string()) })

export const sealSchema = z.strictObject({ rows: z.number().int(), sha256: z.string() })

export const sequencesSchema = z.strictObject({
  sequences: z.array(z.strictObject({ name: z.string(), last: z.string().regex(/^-?\d+$/), called: z.boolean() })),
})

export const endSchema = z.strictObject({ tables: z.number().int(), rows: z.number().int() })

export type Head = z.output<typeof headSchema>

/** Totals of a backup or a restore. */
export interface Summary {
  readonly tables: number
  readonly rows: number
}

/** Parses one line. @throws DatabaseProblem where it does not match the schema */
export function parseLine<Value>(schema: z.ZodType<Value>, line: string | undefined): Value {
  const parsed = schema.safeParse(jsonOf(line))
  if (!parsed.success) throw damaged('a line is not what belongs there')
  return parsed.data
}

/** The error of an unreadable backup, of which nothing was restored. */
export function damaged(detail: string, cause?: unknown): DatabaseProblem {
  return new DatabaseProblem(`The backup is damaged (${detail}); nothing was restored`, { cause })
}

function jsonOf(line: string | undefined): unknown {
  if (line === undefined) throw damaged('its end is missing')
  try {
    return JSON.parse(line)
  } catch (error) {
    throw damaged('a line cannot be read', error)
  }
}

export interface StoredTable {
  readonly name: string
  /** Columns that hold data; generated columns are left out. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

interface StoredSequence {
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
