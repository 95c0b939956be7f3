import { Worker, type WorkerOptions } from 'node:worker_threads'
import { fairTurns, TooMuchWork, type Turn } from './fair-turns.ts'

/** Work in a worker thread, with its limits. */
export interface WorkerWork {
  /** A module that answers each message of the parent with one message. */
  readonly file: URL
  /** Timeout of one answer, ms; the first one includes the start of the thread. */
  readonly timeout: number
  /** Maximum heap of the thread, MB. */
  readonly memory: number
  /** Maximum growth of the process's memory meanwhile, MB: buffers are outside the heap, and threads have no limit for them. */
  readonly growth?: number
  /** Maximum number of running and waiting requests. */
  readonly longestQueue: number
  /** Number of threads. @default 1 */
  readonly threads?: number
  /** Maximum number of running and waiting requests per person. @default longestQueue */
  readonly mostOfOne?: number
  /** Maximum work per person within ten minutes, ms. @default no limit */
  readonly budgetOfOne?: number
  /** Time that an idle thread is kept, ms. */
  readonly kept: number
}

/** Thrown where the queue is full. */
export class WorkerBusy extends Error {
  override readonly name = 'WorkerBusy'
}

/** The thread exceeded a limit or ended; the next request starts a new one. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'
}

const tenMinutes = 10 * 60 * 1000
const nobody: Turn = { by: '' }

/**
 * Worker threads that process one request at a time each, so that other calls are not blocked. They are started on demand, end after some
 * idle time, and do not keep the process alive. People take turns.
 * @returns a function that sends a request.
 * @throws WorkerBusy, WorkerFailed
 */
export function workerQueue<Question, Answer>(work: WorkerWork): (question: Question, turn?: Turn) => Promise<Answer> {
  const { threads: places = 1, longestQueue: most, mostOfOne = most, budgetOfOne } = work
  const turns = fairTurns({ places, most, mostOfOne,
    ...(budgetOfOne !== undefined && { budget: { work: budgetOfOne, window: tenMinutes } }) })
  const threads = Array.from({ length: places }, () => keptThread(work))

  return (question, turn = nobody) =>
    turns(turn, (place) => threads[place]!<Question, Answer>(question)).catch((error: unknown) => {
      throw error instanceof TooMuchWork ? new WorkerBusy(error.message) : error
    })
}

/** Starts a thread unless one is idle, and keeps it for some time after an answer. */
function keptThread(work: WorkerWork) {
  let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined

  const taken = (): Worker => {
    const worker = idle?.worker ??
      startThread(work.file, { resourceLimits: { maxOldGenerationSizeMb: work.memory, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 } })
    clearTimeout(idle?.timer)
    idle = undefined
    removeListeners(worker)
    return worker
  }
  const keep = (worker: Worker) => {
    const forget = () => {
      if (idle?.worker === worker) idle = undefined
    }
    const timer = setTimeout(() => {
      forget()
      void worker.terminate()
    }, work.kept).unref()
    worker.once('error', forget)
    worker.once('exit', forget)
    // An idle thread does not keep the process alive.
    worker.unref()
    idle = { worker, timer }
  }

  return async <Question, Answer>(question: Question): Promise<Answer> => {
    const worker = taken()
    try {
      const answer = await answerOf<Question, Answer>(worker, question, work)
      keep(worker)
      return answer
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }
}

/** Interval of checking the process's memory, ms. */
const glance = 50

function answerOf<Question, Answer>(worker: Worker, question: Question, { timeout, growth }: WorkerWork): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new WorkerFailed(`No answer within ${timeout} ms`))), timeout)
    const most = process.memoryUsage.rss() + (growth ?? 0) * 2 ** 20
    const guard = growth === undefined ? undefined : setInterval(() => {
      if (process.memoryUsage.rss() > most) end(() => reject(new WorkerFailed(`The process grew by ${growth} MB`)))
    }, glance)
    const end = (report: () => void) => {
      clearTimeout(timer)
      clearInterval(guard)
      removeListeners(worker)
      report()
    }
    worker.once('message', (answer: Answer) => end(() => resolve(answer)))
    worker.once('error', (error) => end(() => reject(new WorkerFailed('The thread failed', { cause: error }))))
    worker.once('exit', () => end(() => reject(new WorkerFailed('The thread ended'))))
    worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(question)
  })
}

/** Removes our listeners only: a thread has internal listeners for other events. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

/** Starts a thread with a module of the product; TypeScript sources need a loader in the new thread. */
function startThread(file: URL, options: WorkerOptions): Worker {
  // Output of libraries must not get into our log.
  const quiet: WorkerOptions = { ...options, execArgv: [], stdout: true, stderr: true }
  if (!file.pathname.endsWith('.ts')) return new Worker(file, quiet)
  const entry = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file.href)}) })`
  return new Worker(entry, { ...quiet, eval: true })
}
