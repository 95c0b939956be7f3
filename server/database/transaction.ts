import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import { endsWithAnswers } from '#server/concurrency/storage-lifetime.ts'
import { begin } from './statements/begin.ts'
import type { Db } from './tables.ts'

/** A step that a call writes into the transaction of its work, after the work. */
export interface CommitStep {
  /** Returns whether there was anything to write. */
  write(transaction: Db): Promise<boolean>
  /** The transaction was committed or rolled back. */
  ended(kept: boolean): void
}

const steps = new AsyncLocalStorage<CommitStep>()

const endWith = endsWithAnswers(steps)

/** Runs work with a step that is written in the first of its transactions to end, until the answer is out. */
export function withCommitStep<Result>(step: CommitStep, answer: EventEmitter, begin: () => Result): Result {
  endWith(answer)
  return steps.run(step, begin)
}

/**
 * Runs the work in one READ COMMITTED transaction: all of it is kept or none. Statements that are begun together go to the database
 * together, in that order. Rows that decide are to be locked with `for update` before they are read.
 * @param step written with it; without one, that of the call for which it runs
 */
export async function transaction<Result>(db: Db, work: (transaction: Db) => Promise<Result>,
  step: CommitStep | undefined = steps.getStore()): Promise<Result> {
  let wrote = false
  let kept = false
  try {
    const result = await begin(db, async (current) => {
      const done = await work(current)
      wrote = (await step?.write(current)) ?? false
      return done
    })
    kept = true
    return result
  } finally {
    if (wrote) step?.ended(kept)
  }
}
