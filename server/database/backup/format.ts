import { z } from 'zod'
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
