import { type RawBuilder, sql } from 'kysely'
import { prepared } from '#server/database/statements/text-statements.ts'
import type { Db } from '#server/database/tables.ts'

/**
 * A table whose rows are work that one of several instances does once. `due_at` is the time from which a row can be leased; for a leased
 * row, the end of the lease, after which another instance may take over. `attempts` increases with each lease, and identifies its holder.
 */
export interface QueueTable {
  readonly table: string
  readonly key: readonly string[]
  /** Condition for unfinished rows. */
  readonly open: RawBuilder<unknown>
  /** Duration of a lease, ms; longer than the slowest work without a heartbeat. */
  readonly timeout: number
  /** Number of leases after which a row is given up; by default unlimited. */
  readonly mostAttempts?: number
}

/** A leased row: its key, and the number of the attempt. */
export interface Lease {
  readonly attempts: number
}

interface Take {
  readonly at: Date
  readonly count: number
  /** Condition for rows to lease, among the due ones (`waiting`). */
  readonly only?: RawBuilder<unknown>
  /** Condition for rows to lease on request instead of due ones. */
  readonly instead?: RawBuilder<unknown>
  readonly order?: RawBuilder<unknown>
  /** Columns written with the lease. */
  readonly set?: Changes
  /** Columns read with the lease, in addition to key and attempts. */
  readonly read?: readonly string[]
}

type Changes = Readonly<Record<string, unknown>>

/** Leases of a table's rows. A write for a row that another instance has taken over is a no-op. */
export function queue<Item extends Lease>({ table, key, open, timeout, mostAttempts }: QueueTable) {
  const rows = sql.table(table)
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const isAllowed = mostAttempts === undefined ? sql`true` : sql`attempts < ${mostAttempts}`
  const leaseEnd = (at: Date) => new Date(at.getTime() + timeout)

  const write = async (db: Db, leased: Item, changes: RawBuilder<unknown>): Promise<boolean> => {
    const values = key.map((column) => (leased as Readonly<Record<string, unknown>>)[column])
    const { numAffectedRows } = await sql`update ${rows} set ${changes}
      where (${keys}) = (${sql.join(values)}) and attempts = ${leased.attempts} and ${open}`.execute(db)
    return numAffectedRows === 1n
  }

  return {
    /** Leases due rows, the oldest first. */
    async take(db: Db, { at, count, only = sql`true`, instead, order = sql`due_at`, set = {}, read = [] }: Take): Promise<Item[]> {
      const due = instead ?? sql`${open} and due_at <= ${at}`
      const columns = sql.join([...key, 'attempts', ...read].map((column) => sql.ref(column)))
      const taken = await sql<Item>`
        update ${rows} set ${changed({ ...set, due_at: leaseEnd(at) })}, attempts = attempts + 1
        where (${keys}) in (select ${keys} from ${rows} waiting where ${due} and ${isAllowed} and ${only}
          order by ${order}, ${keys} limit ${count} for update skip locked)
        returning ${columns} ${prepared}`.execute(db)
      return taken.rows
    },

    /** Extends a lease. @returns whether it was still held, like all writes */
    renew: (db: Db, leased: Item, at: Date): Promise<boolean> => write(db, leased, changed({ due_at: leaseEnd(at) })),

    /** Records the outcome of an attempt; the row is finished, or due again. */
    record: (db: Db, leased: Item, changes: Changes): Promise<boolean> => write(db, leased, changed(changes)),

    /** Releases a row whose work was not started, without counting the attempt. */
    release: (db: Db, leased: Item, at: Date, changes: Changes = {}): Promise<boolean> =>
      write(db, leased, sql`${changed({ ...changes, due_at: at })}, attempts = attempts - 1`),

    /** Ends rows whose last attempt was never finished. */
    async giveUp(db: Db, at: Date, changes: Changes, only: RawBuilder<unknown> = sql`true`): Promise<void> {
      await sql`update ${rows} set ${changed(changes)} where ${open} and due_at < ${at} and not (${isAllowed}) and ${only}`.execute(db)
    },
  }
}

const changed = (changes: Changes) => sql.join(Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/**
 * The time of the next attempt after a failure; undefined after the last one.
 * @param backoff ms before each further attempt
 */
export function nextAttempt(backoff: readonly number[], { attempts, at }: { readonly attempts: number; readonly at: Date }):
  | Date
  | undefined {
  const wait = backoff[attempts - 1]
  return wait === undefined ? undefined : new Date(at.getTime() + wait)
}

/**
 * Limits the time of waiting for work to that of a lease; the work itself continues, and its later outcome is ignored.
 * @param limit ms
 * @throws Error `timeout` after the limit
 */
export function within<Result>(work: Promise<Result>, limit: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('timeout')), limit)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
