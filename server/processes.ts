import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'

export interface ProcessesOptions {
  readonly count: number
  /** The shared port. */
  readonly port: number
  readonly log: Logger
  /** Interval of the heartbeat, ms. @default 5,000 */
  readonly beat?: number
}

/** Message of a process to its supervisor once it serves. */
const serving = 'serving'
/** Heartbeat message of a serving process. */
const alive = 'alive'

const defaultBeat = 5_000
/** Number of missed heartbeats after which a process counts as stopped, since its connections would hang forever. */
const missedBeats = 12

/** Delay until a dead process is replaced, ms; doubles while processes keep dying. */
const firstBackoff = 500
const longestBackoff = 30_000
/** Time of serving after which the backoff is reset, ms. */
const stableAfter = 60_000
/** Grace period of a process's shutdown, ms; longer than that of running requests. */
const shutdownTimeout = 15_000

/** Server processes that share one port; the supervising process does not serve. */
export class Processes {
  private readonly options: ProcessesOptions
  private readonly workers = new Set<Worker>()
  private readonly retries = new Set<NodeJS.Timeout>()
  private backoff = firstBackoff
  private stopping = false

  constructor(options: ProcessesOptions) {
    this.options = options
  }

  /**
   * Starts the first process, which builds the pages, migrates and fills the database; the others are started once it serves.
   * @throws Error where the first one ends before it serves, after printing the reason. Later ones are replaced.
   */
  async start(): Promise<void> {
    const first = this.fork()
    await served(first)
    this.replaceWhenDead(first)
    await Promise.all(Array.from({ length: this.options.count - 1 }, async () => {
      const other = this.fork()
      this.replaceWhenDead(other)
      // a process that ends before it serves is replaced like any other
      await served(other).catch(() => undefined)
    }))
  }

  /** Shuts every process down; one that exceeds the grace period is killed. */
  async stop(): Promise<void> {
    this.stopping = true
    for (const retry of this.retries) clearTimeout(retry)
    await Promise.all([...this.workers].map(async (worker) => {
      const ended = once(worker, 'exit')
      worker.process.kill('SIGTERM')
      const cut = setTimeout(() => worker.process.kill('SIGKILL'), shutdownTimeout)
      await ended
      clearTimeout(cut)
    }))
  }

  private fork(): Worker {
    const worker = cluster.fork({ PORT: String(this.options.port) })
    this.workers.add(worker)
    worker.once('exit', () => this.workers.delete(worker))
    return worker
  }

  private replaceWhenDead(worker: Worker): void {
    const stable = setTimeout(() => {
      this.backoff = firstBackoff
    }, stableAfter).unref()
    const watch = this.killWhenSilent(worker)
    worker.once('exit', (code, signal) => {
      clearTimeout(stable)
      clearInterval(watch)
      if (this.stopping) return
      this.options.log.error({ pid: worker.process.pid, code, signal, backoff: this.backoff }, 'a server process died and is replaced')
      this.forkLater()
    })
  }

  /** Kills a process after missed heartbeats. Counts intervals instead of time, so that a suspended machine has missed none. */
  private killWhenSilent(worker: Worker): NodeJS.Timeout {
    let missed: number | undefined
    worker.on('message', () => missed = 0)
    return setInterval(() => {
      if (missed === undefined) return
      missed += 1
      if (missed !== missedBeats) return
      this.options.log.error({ pid: worker.process.pid }, 'a server process gives no sign of life and is ended')
      worker.process.kill('SIGKILL')
    }, this.options.beat ?? defaultBeat).unref()
  }

  private forkLater(): void {
    const retry = setTimeout(() => {
      this.retries.delete(retry)
      this.replaceWhenDead(this.fork())
    }, this.backoff)
    this.retries.add(retry)
    this.backoff = Math.min(this.backoff * 2, longestBackoff)
  }
}

/** Resolves once a process serves. @throws Error where it ends before */
async function served(worker: Worker): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('exit', (code) => reject(new ProcessEnded(`A server process ended with ${code} before it served.`)))
  })
}

class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
}

/** Returns whether this process was started by a supervisor, and shares its port. */
export const isSupervised = (): boolean => cluster.isWorker

/** Returns whether this process is alone or the first of several. */
export const isFirstProcess = (): boolean => cluster.worker === undefined || cluster.worker.id === 1

/** Reports to the supervisor that this process serves, and then a heartbeat every `beat` ms. */
export function announceServing(beat = defaultBeat): void {
  if (!process.send) return
  process.send(serving)
  const reports = setInterval(() => process.send?.(alive), beat).unref()
  process.once('disconnect', () => clearInterval(reports))
}

/** Calls back when the supervisor has ended, since it could not stop this process any more. */
export const onAbandoned = (callback: () => void): void => void process.once('disconnect', callback)
