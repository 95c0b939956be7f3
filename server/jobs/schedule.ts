import { type Generated, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import type { Job } from './job.ts'
import { noteDue } from './note-due.ts'

/** One time at which a job was due, in the hands of one instance. */
export interface Run {
  readonly job: string
  readonly due: Date
  /** Rises with every hand that takes it. */
  readonly attempt: number
}

/** Milliseconds for which an instance that says nothing is thought to be alive. */
export const leaseTime = 60_000
/** The number of times that something that fails, or kills the process that does it, is tried. */
const mostAttempts = 3
/** Milliseconds that a failed job waits before it is tried again. */
const backoff = 60_000

/** The schedule in the database, which all instances share; `owner` is this one. */
export const schedule = (db: Db, owner: string) => ({
  /** Notes when jobs are due by their interval. */
  note: (jobs: readonly Job[], at: Date): Promise<void> =>
    noteDue(db, jobs.map(({ name, every }) => ({ job: name, due: dueAt(every, at) }))),

  /** Ends the runs whose last attempt killed its instance: nobody takes them again. */
  async giveUp(at: Date): Promise<void> {
    await db.updateTable('job_run').set({ finished_at: at, lease_until: null, failure: 'Its process ended' })
      .where('finished_at', 'is', null).where('attempt', '>=', mostAttempts).where('lease_until', '<', at).execute()
  },

  /** Takes the next run that nobody does, or whose instance is thought dead; never one of a job that is being done. */
  async lease(jobs: readonly string[], at: Date): Promise<Run | undefined> {
    const { rows } = await sql<Run>`
      update job_run set owner = ${owner}, lease_until = ${until(at)}, attempt = attempt + 1, started_at = ${at}
      where (job, due) = (
        select waiting.job, waiting.due from job_run waiting
        where waiting.finished_at is null and waiting.attempt < ${mostAttempts} and waiting.job = any(${jobs}) and (waiting.lease_until is null or waiting.lease_until < ${at})
          and not exists (select from job_run busy where busy.job = waiting.job and busy.finished_at is null and busy.owner is not null and busy.lease_until >= ${at})
        order by waiting.due limit 1 for update skip locked
      )
      returning job, due, attempt`.execute(db)
    return rows[0]
  },

  /** Says that this instance is alive and at it. Answers whether the run is still its own. */
  async renew(run: Run, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await own(db, owner, run).set({ lease_until: until(at) }).executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async finish(run: Run, at: Date): Promise<void> {
    await own(db, owner, run).set({ finished_at: at, lease_until: null, failure: null }).execute()
  },

  /** It failed: it is tried again after a while, or given up. */
  async fail(run: Run, at: Date, failure: string): Promise<void> {
    const given = run.attempt < mostAttempts
      ? { owner: null, lease_until: new Date(at.getTime() + backoff) }
      : { finished_at: at, lease_until: null }
    await own(db, owner, run).set({ ...given, failure: failure.slice(0, 1000) }).execute()
  },

  /** It was cut short by the end of this instance: another may take it at once. */
  async release(run: Run): Promise<void> {
    await own(db, owner, run).set({ owner: null, lease_until: null, attempt: sql`attempt - 1` }).execute()
  },
})

/** Forgets runs that were due so long ago that nobody asks for them. */
export async function forgetOldRuns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('job_run').where('due', '<', before).execute()
}

/** The last time at or before an instant at which something so frequent is due. */
const dueAt = (every: number, at: Date): Date => new Date(Math.floor(at.getTime() / every) * every)

/** The run as long as it is this owner's: after another has taken it, nothing is written. */
const own = (db: Db, owner: string, { job, due }: Run) =>
  db.updateTable('job_run').where('job', '=', job).where('due', '=', due).where('owner', '=', owner).where('finished_at', 'is', null)

const until = (at: Date) => new Date(at.getTime() + leaseTime)

declare module '#server/database/tables.ts' {
  interface Tables {
    job_run: {
      job: string
      due: Date
      owner: string | null
      lease_until: Date | null
      attempt: Generated<number>
      started_at: Date | null
      finished_at: Date | null
      failure: string | null
    }
  }
}
