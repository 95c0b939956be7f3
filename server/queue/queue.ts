import { type RawBuilder, sql } from 'kysely'
import { prepared } from '#server/database/statements/statement-marks.ts'
import type { Db } from '#server/database/tables.ts'

/**
 * A table whose rows are work that one of several instances does once. `due_at` is when a row may be taken next; while somebody has it, it
 * is when they are thought dead and another may take over. `attempts` rises with each lease, and its number proves whose the row is.
 */
export interface QueueTable {
  readonly table: string
  readonly key: readonly string[]
  /** Rows whose work is not over. */
  readonly open: RawBuilder<unknown>
  /** Milliseconds that a lease lasts; longer than the slowest work without a heartbeat. */
  readonly timeout: number
  /** Leases after which a row is given up; without it, it is tried for ever. */
  readonly mostAttempts?: number
}

/** The row that somebody has: its key, and the number of their attempt. */
export interface Lease {
  readonly attempts: number
}

interface Take {
  readonly at: Date
  readonly count: number
  /** Of the rows that are due (`waiting`), these. */
  readonly only?: RawBuilder<unknown>
  /** In place of the rows that are due, those that fit this, because somebody asks for them. */
  readonly instead?: RawBuilder<unknown>
  readonly order?: RawBuilder<unknown>
  /** Written with the lease. */
  readonly set?: Changes
  /** Read with the lease, beside key and attempts. */
  readonly read?: readonly string[]
}

type Changes = Readonly<Record<string, unknown>>

/** Leases of the rows of a table. A write for a row that another has taken over changes nothing. */
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
    /** Takes rows that are due, those that wait longest first. */
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

    /** Says that its holder is alive. Answers whether the row is still theirs, as all that write do. */
    renew: (db: Db, leased: Item, at: Date): Promise<boolean> => write(db, leased, changed({ due_at: leaseEnd(at) })),

    /** Writes down what came of an attempt; the row is open no more, or due again. */
    record: (db: Db, leased: Item, changes: Changes): Promise<boolean> => write(db, leased, changed(changes)),

    /** It was not begun: another may take it at once, and the attempt does not count. */
    release: (db: Db, leased: Item, at: Date, changes: Changes = {}): Promise<boolean> =>
      write(db, leased, sql`${changed({ ...changes, due_at: at })}, attempts = attempts - 1`),

    /** Ends the rows whose last holder never said what came of them. */
    async giveUp(db: Db, at: Date, changes: Changes, only: RawBuilder<unknown> = sql`true`): Promise<void> {
      await sql`update ${rows} set ${changed(changes)} where ${open} and due_at < ${at} and not (${isAllowed}) and ${only}`.execute(db)
    },
  }
}

const changed = (changes: Changes) => sql.join(Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))

/** When an attempt that failed is followed by another; undefined where it was the last. @param backoff ms before each further attempt */
export function nextAttempt(backoff: readonly number[], { attempts, at }: { readonly attempts: number; readonly at: Date }):
  | Date
  | undefined {
  const wait = backoff[attempts - 1]
  return wait === undefined ? undefined : new Date(at.getTime() + wait)
}

/**
 * Waits for work no longer than a lease allows; the work itself goes on, and its later outcome is ignored.
 * @param limit ms
 * @throws Error `timeout` once the limit is reached
 */
export function within<Result>(work: Promise<Result>, limit: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('timeout')), limit)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
