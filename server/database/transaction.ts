import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import { endsWithAnswers } from '#server/concurrency/storage-lifetime.ts'
import { withinSpan } from '#server/tracing/spans.ts'
import { begin } from './statements/begin.ts'
import type { Db } from './tables.ts'

/** A step that a call adds to its transaction, after the work. */
export interface CommitStep {
  /** Writes the step. @returns whether there was anything to write */
  write(transaction: Db): Promise<boolean>
  /** The transaction was committed or rolled back. */
  ended(kept: boolean): void
}

const steps = new AsyncLocalStorage<CommitStep>()

const endWith = endsWithAnswers(steps)

/** Runs work with a step that is written in the first of its transactions to commit, until the answer is sent. */
export function withCommitStep<Result>(step: CommitStep, answer: EventEmitter, begin: () => Result): Result {
  endWith(answer)
  return steps.run(step, begin)
}

/**
 * Runs the work in one READ COMMITTED transaction. Statements that are started together are sent together, in that order. Rows on which
 * decisions depend must be locked with `for update` before they are read.
 * @param step written with the commit; by default that of the current call
 */
export async function transaction<Result>(db: Db, work: (transaction: Db) => Promise<Result>,
  step: CommitStep | undefined = steps.getStore()): Promise<Result> {
  let wrote = false
  let kept = false
  try {
    const result = await withinSpan('transaction', {}, () =>
      begin(db, async (current) => {
        const done = await work(current)
        wrote = (await step?.write(current)) ?? false
        return done
      }))
    kept = true
    return result
  } finally {
    if (wrote) step?.ended(kept)
  }
}
