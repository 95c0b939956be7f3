import { createHash } from 'node:crypto'
import type { Db } from '#server/database/tables.ts'

/** The number of rows that a condition had, in the state of its table that `version` names. */
export interface KnownTotal {
  readonly version: string
  readonly total: number
}

const most = 1000

/** One memory for each database that is read; a transaction, whose own changes may be taken back, has one of its own that ends with it. */
const memories = new WeakMap<Db, Map<string, KnownTotal>>()

/**
 * Totals that were counted before. One is still exact while its table has the same version: the log that makes the
 * version is insert-only, so two snapshots with the same sum see the same rows.
 */
export function knownTotals(db: Db) {
  const memory = memories.get(db) ?? new Map<string, KnownTotal>()
  memories.set(db, memory)
  return {
    of: (key: string): KnownTotal | undefined => memory.get(key),
    /** Forgets the oldest when there are too many. */
    keep(key: string, known: KnownTotal): void {
      memory.delete(key)
      memory.set(key, known)
      if (memory.size > most) memory.delete(memory.keys().next().value!)
    },
  }
}

/** One short key for a statement and its parameters. */
export const totalKey = ({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }): string =>
  createHash('sha256').update(sql).update(JSON.stringify(parameters)).digest('base64')
