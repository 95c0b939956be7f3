import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { addReadable, type Checked } from './check.ts'
import type { Failures } from './failures.ts'
import type { CheckedRow, Importer, ImportStep } from './importer.ts'

/** Rows that one transaction saves where each stands for itself. */
const together = 50

export interface Counts {
  readonly written: number
  readonly unchanged: number
}

export interface Saving<Value, Lookups> {
  readonly importer: Importer<Value, Lookups>
  readonly step: ImportStep
  readonly failures: Failures
  /** Tells how many rows are done. Answers whether somebody stopped the run. */
  progress(done: number): Promise<boolean>
}

/** What was saved, and whether it was stopped before its end. */
export interface SavedRows extends Counts {
  readonly cancelled: boolean
}

/** Saves what was found right: all of it or nothing where the importer says so, else whatever can be saved. */
export function saveRows<Value, Lookups>(db: Db, checked: Checked<Value, Lookups>, saving: Saving<Value, Lookups>): Promise<SavedRows> {
  return saving.importer.allOrNothing ? saveAll(db, checked, saving) : saveEach(db, checked, saving)
}

const nothing: Counts = { written: 0, unchanged: 0 }

/** A stop keeps the parts that were finished. */
async function saveEach<Value, Lookups>(db: Db, checked: Checked<Value, Lookups>, saving: Saving<Value, Lookups>): Promise<SavedRows> {
  let counts = nothing
  const { failures } = saving
  const failed = failures.size
  for (let start = 0; start < checked.valid.length; start += together) {
    if (await saving.progress(failed + start)) return { ...counts, cancelled: true }
    const part = checked.valid.slice(start, start + together)
    counts = sum(counts, await transaction(db, (tx) => savePart(tx, part, checked.lookups, saving)))
  }
  return { ...counts, cancelled: false }
}

/**
 * Undoes everything when a row fails, was found wrong before, or somebody stops it; the other rows are tried all the
 * same, so that one round names every reason.
 */
async function saveAll<Value, Lookups>(db: Db, checked: Checked<Value, Lookups>, saving: Saving<Value, Lookups>): Promise<SavedRows> {
  const { failures } = saving
  if (checked.valid.length === 0) return { ...nothing, cancelled: false }
  let cancelled = false
  try {
    const counts = await transaction(db, async (tx) => {
      let saved = nothing
      for (let start = 0; start < checked.valid.length; start += together) {
        cancelled = await saving.progress(start)
        if (cancelled) throw new Undone()
        saved = sum(saved, await savePart(tx, checked.valid.slice(start, start + together), checked.lookups, { ...saving, hasBegun: start > 0, all: checked.valid }))
      }
      if (failures.size > 0) throw new Undone()
      return saved
    })
    return { ...counts, cancelled: false }
  } catch (error) {
    if (!(error instanceof Undone)) throw error
    return { ...nothing, cancelled }
  }
}

/** Tells what the rules of saving say of rows with cells that could not be read, so that one round names every reason. */
export async function judgeDamaged<Value, Lookups>(db: Db, { damaged, lookups }: Checked<Value, Lookups>, { importer, step, failures }: Omit<Saving<Value, Lookups>, 'progress'>): Promise<void> {
  if (!importer.judge || damaged.length === 0) return
  const undone = transaction(db, async (tx) => {
    for (const row of damaged) {
      await sql`savepoint one_row`.execute(tx)
      await importer.judge?.(tx, row.value, lookups, step).catch((error: unknown) => addReadable(failures, row, error))
      await sql`rollback to savepoint one_row`.execute(tx)
    }
    throw new Undone()
  })
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

/** Thrown through a transaction so that nothing of it stays. */
class Undone extends Error {}

interface Part<Value, Lookups> extends Saving<Value, Lookups> {
  readonly hasBegun?: boolean
  /** Rows that are locked for together; without it, those of the part. */
  readonly all?: readonly CheckedRow<Value>[]
}

/** Every row in a savepoint of its own, so that one that fails takes no other with it. */
async function savePart<Value, Lookups>(tx: Db, rows: readonly CheckedRow<Value>[], lookups: Lookups, { importer, step, failures, hasBegun = false, all = rows }: Part<Value, Lookups>): Promise<Counts> {
  if (!hasBegun) await importer.begin?.(tx, all.map(({ value }) => value), step)
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

const sum = (one: Counts, other: Counts): Counts => ({ written: one.written + other.written, unchanged: one.unchanged + other.unchanged })
