import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { addReadable, type ImportCheckResult } from './check.ts'
import type { Failures } from './failures.ts'
import type { CheckedRow, Importer, ImportStep } from './importer.ts'

/** Rows that one transaction saves where each stands for itself. */
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
  /** Tells how many rows are done. Answers whether somebody stopped the run. */
  progress(done: number): Promise<boolean>
}

/** The rows that were saved, and whether it was stopped before its end. */
export interface SavedRows extends Counts {
  readonly cancelled: boolean
}

/**
 * Saves what was found right: all of it or nothing where the importer says so, else whatever can be saved. Then tells what
 * the rules of saving say of the other rows, so that one round names every reason.
 */
export async function saveRows<Value, Lookups>(db: Db, checked: ImportCheckResult<Value, Lookups>,
  saving: ImportSaveContext<Value, Lookups>): Promise<SavedRows> {
  const isWhole = saving.importer.allOrNothing && checked.valid.length > 0
  const saved = await (isWhole ? saveAll(db, checked, saving) : saveEach(db, checked, saving))
  if (!isWhole && !saved.cancelled) await undoneOf(db, (tx) => judgeRefused(tx, checked, saving))
  return saved
}

const nothing: Counts = { added: 0, changed: 0, unchanged: 0 }

/** A stop keeps the parts that were finished. */
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
 * Undoes everything when a row fails, was found wrong before, or somebody stops it; the other rows are tried all the
 * same, so that one round names every reason.
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
    // beside the rows of the file that are right, which may contradict them
    await judgeRefused(tx, checked, saving)
    if (failures.size > 0) throw new Undone()
  })
  return { ...(isUndone ? nothing : counts), cancelled }
}

/** Each row in a savepoint of which nothing stays. A stop leaves the remaining ones with the reasons that they have. */
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

/** Thrown through a transaction so that nothing of it stays. */
class Undone extends Error {}

/** Returns whether work in a transaction of its own was undone. */
async function undoneOf(db: Db, work: (tx: Db) => Promise<void>): Promise<boolean> {
  try {
    await transaction(db, work)
    return false
  } catch (error) {
    if (error instanceof Undone) return true
    throw error
  }
}

/** Returns whether these rows may be saved at all; what refuses them together is the error of each, beside those of other rows. */
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

/** Every row in a savepoint of its own, so that one that fails takes no other with it. */
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
