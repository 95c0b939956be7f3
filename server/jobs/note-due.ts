import type { Db } from '#server/database/tables.ts'

/** A due run of a job. */
interface DueJob {
  readonly job: string
  readonly due: Date
}

/** Schedules runs of jobs, now or later; no-op for runs that another instance has scheduled. */
export async function noteDue(db: Db, runs: readonly DueJob[]): Promise<void> {
  if (runs.length > 0)
    await db.insertInto('job_run').values(runs.map((run) => ({ ...run, due_at: run.due }))).onConflict((conflict) => conflict.doNothing())
      .execute()
}
