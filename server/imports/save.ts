import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { addReadable, type ImportCheckResult } from './check.ts'
import type { Failures } from './failures.ts'
import type { CheckedRow, Importer, ImportStep } from './importer.ts'

/** Rows per transaction where rows are saved independently. */
const together = 50

export interface Counts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

export interface ImportSaveContext<Value, Lookups> {
  readonly importer: Importer<Value, Lookups>
  readonly step: ImportStep
  readonly failures: Failures
  /** Reports the number of processed rows. @returns whether the run was asked to stop */
  progress(done: number): Promise<boolean>
}

/** The counts of saved rows, and whether it was stopped early. */
export interface SavedRows extends Counts {
  readonly cancelled: boolean
}

/**
 * Saves valid rows: all or none where the importer demands it, else each independently. Then checks the other rows by the rules of
 * saving, so that one import reports every problem.
 */
export async function saveRows<Value, Lookups>(db: Db, checked: ImportCheckResult<Value, Lookups>,
  saving: ImportSaveContext<Value, Lookups>): Promise<SavedRows> {
  const isWhole = saving.importer.allOrNothing && checked.valid.length > 0
  const saved = await (isWhole ? saveAll(db, checked, saving) : saveEach(db, checked, saving))
  if (!isWhole && !saved.cancelled) await undoneOf(db, (tx) => judgeRefused(tx, checked, saving))
  return saved
}

const nothing: Counts = { added: 0, changed: 0, unchanged: 0 }

/** Saves rows in parts; a stop keeps the finished ones. */
async function saveEach<Value, Lookups>(db: Db, checked: ImportCheckResult<Value, Lookups>,
  saving: ImportSaveContext<Value, Lookups>): Promise<SavedRows> {
  let counts = nothing
  const { failures } = saving
  const failed = failures.size
  for (let start = 0; start < checked.valid.length; start += together) {
    if (await saving.progress(failed + start)) return { ...counts, cancelled: true }
    const part = checked.valid.slice(start, start + together)
    counts = sum(counts,
      await transaction(db, async (tx) => ((await begun(tx, part, saving)) ? savePart(tx, part, checked.lookups, saving) : nothing)))
  }
  return { ...counts, cancelled: false }
}

/**
 * Saves all rows in one transaction, which is rolled back if a row fails, was invalid before, or the run is stopped; the other rows are
 * still tried, so that one import reports every problem.
 */
async function saveAll<Value, Lookups>(db: Db, checked: ImportCheckResult<Value, Lookups>,
  saving: ImportSaveContext<Value, Lookups>): Promise<SavedRows> {
  const { failures } = saving
  let cancelled = false
  let counts = nothing
  const isUndone = await undoneOf(db, async (tx) => {
    const rows = (await begun(tx, checked.valid, saving)) ? checked.valid : []
    for (let start = 0; start < rows.length; start += together) {
      cancelled = await saving.progress(start)
      if (cancelled) throw new Undone()
      counts = sum(counts, await savePart(tx, rows.slice(start, start + together), checked.lookups, saving))
    }
    // after saving the valid rows, which may conflict with these
    await judgeRefused(tx, checked, saving)
    if (failures.size > 0) throw new Undone()
  })
  return { ...(isUndone ? nothing : counts), cancelled }
}

/** Checks each row in a savepoint that is rolled back. After a stop, the remaining rows keep the problems found so far. */
async function judgeRefused<Value, Lookups>(tx: Db, { valid, refused, lookups }: ImportCheckResult<Value, Lookups>,
  { importer, step, failures, progress }: ImportSaveContext<Value, Lookups>): Promise<void> {
  if (!importer.judge) return
  for (const [place, row] of refused.entries()) {
    if (place % together === 0 && (await progress(valid.length + refused.length))) return
    await sql`savepoint one_row`.execute(tx)
    await importer.judge(tx, row.value, lookups, step).catch((error: unknown) => addReadable(failures, row, error))
    await sql`rollback to savepoint one_row`.execute(tx)
  }
}

/** Thrown to roll back a transaction. */
class Undone extends Error {}

/** Runs the work in a transaction. @returns whether it was rolled back */
async function undoneOf(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await transaction(db, work)
    return false
  } catch (error) {
    if (error instanceof Undone) return true
    throw error
  }
}

/** Runs the importer's `begin`. @returns false where it refuses the rows, which becomes the error of each row */
async function begun<Value, Lookups>(tx: Db, rows: readonly CheckedRow<Value>[],
  { importer, step, failures }: ImportSaveContext<Value, Lookups>): Promise<boolean> {
  try {
    await importer.begin?.(tx, rows.map(({ value }) => value), step)
    return true
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    for (const { row } of rows) failures.addError(row, error)
    return false
  }
}

/** Saves every row in a savepoint, so that a failed one does not affect others. */
async function savePart<Value, Lookups>(tx: Db, rows: readonly CheckedRow<Value>[], lookups: Lookups,
  { importer, step, failures }: ImportSaveContext<Value, Lookups>): Promise<Counts> {
  let counts = nothing
  for (const { row, value } of rows) {
    await sql`savepoint one_row`.execute(tx)
    try {
      counts = sum(counts, { ...nothing, [await importer.save(tx, value, lookups, step)]: 1 })
      await sql`release savepoint one_row`.execute(tx)
    } catch (error) {
      await sql`rollback to savepoint one_row`.execute(tx)
      failures.addError(row, error)
    }
  }
  return counts
}

const sum = (one: Counts, other: Counts): Counts => ({ added: one.added + other.added, changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged })
