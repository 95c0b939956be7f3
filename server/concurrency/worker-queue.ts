import type { Worker } from 'node:worker_threads'
import { fairTurns, TooMuchWork, type Turn } from './fair-turns.ts'
import { sourceThread } from './source-thread.ts'

/** One kind of work that is done in a thread of its own, and its limits. */
export interface WorkerWork {
  /** A module that answers each message of the parent with one message. */
  readonly file: URL
  /** Longest time for one answer, ms; the first one includes the start of the thread. */
  readonly timeout: number
  /** Heap of the thread, MB. */
  readonly memory: number
  /** Most that the process may grow by meanwhile, MB: buffers lie outside the heap of a thread, which knows no limit for them. */
  readonly growth?: number
  /** Questions that may be at work or wait. */
  readonly longestQueue: number
  /** Threads that work at once. @default 1 */
  readonly threads?: number
  /** Questions of one person that may be at work or wait. @default longestQueue */
  readonly mostOfOne?: number
  /** Milliseconds of work for one person within ten minutes. @default no limit */
  readonly budgetOfOne?: number
  /** Milliseconds that an idle thread is kept for the next question. */
  readonly kept: number
}

/** More questions wait than the queue holds. */
export class WorkerBusy extends Error {
  override readonly name = 'WorkerBusy'
}

/** The thread took too long, ran out of memory or ended; the next question gets a new one. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed'
}

const tenMinutes = 10 * 60 * 1000
const nobody: Turn = { by: '', cost: 0 }

/**
 * Threads that answer one question at a time each, so that the calls of others go on meanwhile. They are started with the
 * first questions and keep neither the process alive nor their memory for long. People who ask take turns.
 * @returns asks a question. @throws WorkerBusy, WorkerFailed
 */
export function workerQueue<Question, Answer>(work: WorkerWork): (question: Question, turn?: Turn) => Promise<Answer> {
  const { threads: places = 1, longestQueue: most, mostOfOne = most, budgetOfOne = Number.POSITIVE_INFINITY } = work
  const turns = fairTurns({ places, most, mostOfOne, budget: { work: budgetOfOne, window: tenMinutes } })
  const threads = Array.from({ length: places }, () => keptThread(work))

  return (question, turn = nobody) =>
    turns(turn, (place) => threads[place]!<Question, Answer>(question)).catch((error: unknown) => {
      throw error instanceof TooMuchWork ? new WorkerBusy(error.message) : error
    })
}

/** Starts a thread where none is idle, and keeps it for a while after an answer. */
function keptThread(work: WorkerWork) {
  let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined

  const taken = (): Worker => {
    const worker = idle?.worker ??
      sourceThread(work.file, { resourceLimits: { maxOldGenerationSizeMb: work.memory, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 } })
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

/** Milliseconds between two looks at the size of the process. */
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

/** Only the events named here: a thread has listeners of its own for others. */
function removeListeners(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
