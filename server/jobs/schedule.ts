import { type Generated, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type Lease, nextAttempt, queue } from '#server/queue/queue.ts'
import type { Job } from './job.ts'
import { noteDue } from './note-due.ts'

/** One due run of a job, leased by one instance. */
export interface JobRun extends Lease {
  readonly job: string
  readonly due: Date
}

/** Time without a heartbeat after which an instance is considered dead, ms. */
export const leaseTime = 60_000
/** Backoff of a failed job, ms. */
const backoff = [60_000, 60_000]
const runs = queue<JobRun>({ table: 'job_run', key: ['job', 'due'], open: sql`finished_at is null`, timeout: leaseTime,
  mostAttempts: backoff.length + 1 })

/** The schedule in the database, shared by all instances; `owner` is this one. */
export const schedule = (db: Db, owner: string) => ({
  /** Schedules due runs by the jobs' intervals. */
  note: (jobs: readonly Job[], at: Date): Promise<void> =>
    noteDue(db, jobs.map(({ name, every }) => ({ job: name, due: dueAt(every, at) }))),

  /** Ends runs whose last attempt crashed its instance, without further attempts. */
  giveUp: (at: Date): Promise<void> => runs.giveUp(db, at, { finished_at: at, failure: 'Its process ended' }),

  /** Leases the next run that is not leased, or whose instance is considered dead; never one of a job that is running. */
  async lease(jobs: readonly string[], at: Date): Promise<JobRun | undefined> {
    const only = sql`waiting.job = any(${jobs}) and not exists (
      select from job_run busy where busy.job = waiting.job and busy.finished_at is null and busy.owner is not null
        and busy.due_at >= ${at})`
    const [run] = await runs.take(db, { at, count: 1, only, order: sql`due`, set: { owner, started_at: at } })
    return run
  },

  /** Extends the lease. @returns whether this instance still holds it */
  renew: (run: JobRun, at: Date): Promise<boolean> => runs.renew(db, run, at),

  finish: (run: JobRun, at: Date): Promise<boolean> => runs.record(db, run, { finished_at: at, failure: null }),

  /** Records a failure; the run is repeated after the backoff, or given up. */
  fail(run: JobRun, at: Date, failure: string): Promise<boolean> {
    const next = nextAttempt(backoff, { attempts: run.attempts, at })
    return runs.record(db, run, { ...(next ? { owner: null, due_at: next } : { finished_at: at }), failure: failure.slice(0, 1000) })
  },

  /** Releases a run that was interrupted by the shutdown of this instance, so that another one can lease it immediately. */
  release: (run: JobRun, at: Date): Promise<boolean> => runs.release(db, run, at, { owner: null }),
})

/** Deletes runs that were due before an instant. */
export async function forgetOldRuns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('job_run').where('due', '<', before).execute()
}

/** The last due time of an interval at or before an instant. */
const dueAt = (every: number, at: Date): Date => new Date(Math.floor(at.getTime() / every) * every)

declare module '#server/database/tables.ts' {
  interface Tables {
    job_run: {
      job: string
      due: Date
      /** The instance that holds the lease. */
      owner: string | null
      due_at: Generated<Date>
      attempts: Generated<number>
      started_at: Date | null
      finished_at: Date | null
      failure: string | null
    }
  }
}
