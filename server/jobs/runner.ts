import type { Logger } from 'pino'
import type { DocumentHost } from '#server/documents/host.ts'
import { newId } from '#server/identity/id.ts'
import { withinSpan } from '#server/tracing/spans.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import type { Job } from './job.ts'
import { leaseTime, type JobRun, schedule } from './schedule.ts'

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
