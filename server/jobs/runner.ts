import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DocumentHost } from '../documents/host.ts'
import { newId } from '../identity/id.ts'
import type { Job } from './job.ts'
import { leaseTime, type Run, schedule } from './schedule.ts'

/** Does the jobs of the product together with the other instances: each time that one is due, one of them does it. */
export interface JobRunner {
  /** Looks after the jobs from now on. */
  start(): void
  /** Does everything that is due now. */
  tick(): Promise<void>
  /** Cuts short what is being done, waits a while until it has ended, and lets others have it. */
  stop(): Promise<void>
}

interface Parts {
  readonly host: DocumentHost
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly jobs: readonly Job[]
}

/** How often it is looked what is due, ms. */
const pollInterval = 10_000
/** How long what is cut short may take to end, ms. */
const timeout = 10_000

/** @throws Error when two jobs have one name */
export function jobRunner(parts: Parts): JobRunner {
  const names = parts.jobs.map(({ name }) => name)
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new Error(`Two jobs are called ${repeated}`)
  return new Runner(parts)
}

class Runner implements JobRunner {
  readonly #end = new AbortController()
  readonly #jobs: ReadonlyMap<string, Job>
  readonly #schedule: ReturnType<typeof schedule>
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> = Promise.resolve()

  constructor(private readonly parts: Parts) {
    this.#jobs = new Map(parts.jobs.map((job) => [job.name, job]))
    this.#schedule = schedule(parts.host.db, newId())
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#beat(), 0)
  }

  tick(): Promise<void> {
    return (this.#working = this.#working.catch(() => undefined).then(() => this.#doAll()))
  }

  async stop(): Promise<void> {
    this.#end.abort()
    clearTimeout(this.#timer)
    await Promise.race([this.#working.catch(() => undefined), sleep(timeout, undefined, { ref: false })])
  }

  /** A database that is away for a while must not end the beat. */
  async #beat() {
    await this.tick().catch((error: unknown) => this.parts.log.warn({ err: error }, 'what is due could not be looked up'))
    if (this.#end.signal.aborted) return
    this.#timer = setTimeout(() => void this.#beat(), pollInterval)
    this.#timer.unref()
  }

  async #doAll() {
    await this.#schedule.note(this.parts.jobs, this.#now())
    while (!this.#end.signal.aborted) {
      const run = await this.#schedule.lease([...this.#jobs.keys()], this.#now())
      if (!run) return
      await this.#do(run)
    }
  }

  async #do(run: Run) {
    const job = this.#jobs.get(run.job)
    if (!job) return
    const mine = new AbortController()
    const alive = setInterval(() => void this.#renew(run, mine), leaseTime / 3)
    try {
      const { host } = this.parts
      await job.run({ host, db: host.db, at: this.#now(), signal: AbortSignal.any([this.#end.signal, mine.signal]) })
      await (this.#end.signal.aborted ? this.#schedule.release(run) : this.#schedule.finish(run, this.#now()))
    } catch (error) {
      await this.#failed(run, error)
    } finally {
      clearInterval(alive)
    }
  }

  async #renew(run: Run, mine: AbortController) {
    const isMine = await this.#schedule.renew(run, this.#now()).catch(() => true)
    if (!isMine) mine.abort()
  }

  async #failed(run: Run, error: unknown) {
    if (this.#end.signal.aborted) return this.#schedule.release(run)
    this.parts.log.error({ err: error, job: run.job, due: run.due }, 'a job failed')
    await this.#schedule.fail(run, this.#now(), String(error))
  }

  #now(): Date {
    return this.parts.host.clock.now()
  }
}
