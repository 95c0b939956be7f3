import { createHash } from 'node:crypto'
import type { Db } from '#server/database/tables.ts'

/** A cached number of rows for a condition, at a version of the table. */
export interface KnownTotal {
  readonly version: string
  readonly total: number
}

const most = 1000

/** One cache per database connection pool; a transaction, whose changes may be rolled back, has its own until it ends. */
const memories = new WeakMap<Db, Map<string, KnownTotal>>()

/**
 * Cached totals. A total is exact as long as its table has the same version: the change log is insert-only, so that two snapshots with
 * the same sum see the same rows.
 */
export function knownTotals(db: Db) {
  const memory = memories.get(db) ?? new Map<string, KnownTotal>()
  memories.set(db, memory)
  return {
    of: (key: string): KnownTotal | undefined => memory.get(key),
    /** Caches a total, evicting the oldest at the limit. */
    keep(key: string, known: KnownTotal): void {
      memory.delete(key)
      memory.set(key, known)
      if (memory.size > most) memory.delete(memory.keys().next().value!)
    },
  }
}

/** A short key for a statement with its parameters. */
export const totalKey = ({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }): string =>
  createHash('sha256').update(sql).update(JSON.stringify(parameters)).digest('base64')
