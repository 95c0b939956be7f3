import { type Generated, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type Lease, nextAttempt, queue } from '#server/queue/queue.ts'
import type { Job } from './job.ts'
import { noteDue } from './note-due.ts'

/** One time at which a job was due, in the hands of one instance. */
export interface JobRun extends Lease {
  readonly job: string
  readonly due: Date
}

/** Milliseconds for which an instance that says nothing is thought to be alive. */
export const leaseTime = 60_000
/** Milliseconds that a failed job waits before it is tried again. */
const backoff = [60_000, 60_000]
const runs = queue<JobRun>({ table: 'job_run', key: ['job', 'due'], open: sql`finished_at is null`, timeout: leaseTime,
  mostAttempts: backoff.length + 1 })

/** The schedule in the database, which all instances share; `owner` is this one. */
export const schedule = (db: Db, owner: string) => ({
  /** Notes when jobs are due by their interval. */
  note: (jobs: readonly Job[], at: Date): Promise<void> =>
    noteDue(db, jobs.map(({ name, every }) => ({ job: name, due: dueAt(every, at) }))),

  /** Ends the runs whose last attempt killed its instance: nobody takes them again. */
  giveUp: (at: Date): Promise<void> => runs.giveUp(db, at, { finished_at: at, failure: 'Its process ended' }),

  /** Takes the next run that nobody does, or whose instance is thought dead; never one of a job that is being done. */
  async lease(jobs: readonly string[], at: Date): Promise<JobRun | undefined> {
    const only = sql`waiting.job = any(${jobs}) and not exists (
      select from job_run busy where busy.job = waiting.job and busy.finished_at is null and busy.owner is not null
        and busy.due_at >= ${at})`
    const [run] = await runs.take(db, { at, count: 1, only, order: sql`due`, set: { owner, started_at: at } })
    return run
  },

  /** Says that this instance is alive and at it. Answers whether the run is still its own. */
  renew: (run: JobRun, at: Date): Promise<boolean> => runs.renew(db, run, at),

  finish: (run: JobRun, at: Date): Promise<boolean> => runs.record(db, run, { finished_at: at, failure: null }),

  /** It failed: it is tried again after a while, or given up. */
  fail(run: JobRun, at: Date, failure: string): Promise<boolean> {
    const next = nextAttempt(backoff, { attempts: run.attempts, at })
    return runs.record(db, run, { ...(next ? { owner: null, due_at: next } : { finished_at: at }), failure: failure.slice(0, 1000) })
  },

  /** It was cut short by the end of this instance: another may take it at once. */
  release: (run: JobRun, at: Date): Promise<boolean> => runs.release(db, run, at, { owner: null }),
})

/** Forgets runs that were due so long ago that nobody asks for them. */
export async function forgetOldRuns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('job_run').where('due', '<', before).execute()
}

/** The last time at or before an instant at which something so frequent is due. */
const dueAt = (every: number, at: Date): Date => new Date(Math.floor(at.getTime() / every) * every)

declare module '#server/database/tables.ts' {
  interface Tables {
    job_run: {
      job: string
      due: Date
      /** The instance that does it. */
      owner: string | null
      due_at: Generated<Date>
      attempts: Generated<number>
      started_at: Date | null
      finished_at: Date | null
      failure: string | null
    }
  }
}
