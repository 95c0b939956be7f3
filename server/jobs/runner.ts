import type { Logger } from 'pino'
import { type Generated, sql } from 'kysely'
import type { DocumentHost } from '#server/documents/host.ts'
import { newId } from '#server/identity/id.ts'
import { withinSpan } from '#server/tracing/spans.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import type { Db } from '#server/database/tables.ts'
import { type Lease, nextAttempt, queue } from '#server/queue/queue.ts'
import type { Job } from './job.ts'

/** One due run of a job, leased by one instance. */
interface JobRun extends Lease {
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
const schedule = (db: Db, owner: string) => ({
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

interface RunnerOptions {
  readonly host: DocumentHost
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly jobs: readonly Job[]
}

/** Interval of polling for due jobs, ms. */
const pollInterval = 10_000

/**
 * Runs the product's jobs, in parallel with other instances: each due run is done by one of them.
 * @throws Error where two jobs have the same name
 */
export function jobRunner(options: RunnerOptions): Poller {
  const names = options.jobs.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new Error(`Two jobs are called ${repeated}`)
  const runs = schedule(options.host.db, newId())
  return createPoller({
    every: pollInterval,
    log: options.log,
    name: 'jobs',
    beat: (end) => new Runner({ ...options, runs, end }).runDue(),
  })
}

/** One run of all due jobs. */
class Runner {
  readonly #jobs: ReadonlyMap<string, Job>

  constructor(private readonly options: RunnerOptions & { readonly runs: ReturnType<typeof schedule>; readonly end: AbortSignal }) {
    this.#jobs = new Map(options.jobs.map((job) => [job.name, job]))
  }

  async runDue(): Promise<void> {
    const { runs, end, jobs } = this.options
    await runs.note(jobs, this.#now())
    await runs.giveUp(this.#now())
    while (!end.aborted) {
      const run = await runs.lease([...this.#jobs.keys()], this.#now())
      if (!run) return
      await this.#do(run)
    }
  }

  async #do(run: JobRun) {
    const job = this.#jobs.get(run.job)
    if (!job) return
    const mine = new AbortController()
    const alive = setInterval(() => void this.#renew(run, mine), leaseTime / 3)
    try {
      const { host } = this.options
      const signal = AbortSignal.any([this.options.end, mine.signal])
      await withinSpan(`job ${job.name}`, {}, () => job.run({ host, db: host.db, at: this.#now(), signal }))
      await (this.options.end.aborted ? this.options.runs.release(run, this.#now()) : this.options.runs.finish(run, this.#now()))
    } catch (error) {
      await this.#failed(run, error)
    } finally {
      clearInterval(alive)
    }
  }

  async #renew(run: JobRun, mine: AbortController) {
    const isMine = await this.options.runs.renew(run, this.#now()).catch(() => true)
    if (!isMine) mine.abort()
  }

  async #failed(run: JobRun, error: unknown) {
    if (this.options.end.aborted) return void (await this.options.runs.release(run, this.#now()))
    this.options.log.error({ err: error, job: run.job, due: run.due }, 'a job failed')
    await this.options.runs.fail(run, this.#now(), String(error))
  }

  #now(): Date {
    return this.options.host.clock.now()
  }
}
