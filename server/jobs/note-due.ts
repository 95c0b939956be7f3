import type { Db } from '#server/database/tables.ts'

/** A time at which a job is due. */
interface DueJob {
  readonly job: string
  readonly due: Date
}

/** Notes that jobs are due, now or at a later time; whoever is first does, the others find it noted. */
export async function noteDue(db: Db, runs: readonly DueJob[]): Promise<void> {
  if (runs.length > 0)
    await db.insertInto('job_run').values(runs.map((run) => ({ ...run, due_at: run.due }))).onConflict((conflict) => conflict.doNothing())
      .execute()
}
