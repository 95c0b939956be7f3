import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'

export interface ProcessesOptions {
  readonly count: number
  /** The port that they share. */
  readonly port: number
  readonly log: Logger
}

/** Sent by a process to its supervisor when it serves. */
const serving = 'serving'

/** ms until a process that died is replaced; doubles while they die one after the other. */
const firstBackoff = 500
const longestBackoff = 30_000
/** ms of serving after which the backoff begins anew. */
const stableAfter = 60_000
/** ms that a process has to end in order; longer than it gives running requests. */
const shutdownTimeout = 15_000

/** Server processes of this program behind one port; the one that supervises them serves nothing itself. */
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
   * The first process builds the pages, migrates and fills the database; the others start when it serves.
   * @throws Error when the first ends before it serves; it has printed why. Later ones are replaced.
   */
  async start(): Promise<void> {
    const first = this.fork()
    await served(first)
    this.replaceWhenDead(first)
    await Promise.all(Array.from({ length: this.options.count - 1 }, async () => {
      const other = this.fork()
      this.replaceWhenDead(other)
      // one that ends before it serves is replaced like any other
      await served(other).catch(() => undefined)
    }))
  }

  /** Ends every process in order; one that takes too long is killed. */
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
    worker.once('exit', (code, signal) => {
      clearTimeout(stable)
      if (this.stopping) return
      this.options.log.error({ pid: worker.process.pid, code, signal, backoff: this.backoff }, 'a server process died and is replaced')
      this.forkLater()
    })
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

/** Comes back when a process serves. @throws Error when it ends before. */
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

/** Tells the supervisor that this process serves. */
export const announceServing = (): void => void process.send?.(serving)

/** Calls back when the supervisor is gone: nobody would stop this process then. */
export const onAbandoned = (callback: () => void): void => void process.once('disconnect', callback)
