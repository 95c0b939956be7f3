import type { Db } from './tables.ts'

/**
 * Runs the work in one READ COMMITTED transaction: all of it is kept or none.
 * Rows that decide are to be locked with `for update` before they are read.
 */
export function transaction<Result>(db: Db, work: (transaction: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('read committed').execute(work)
}
