import type { Label } from '#kernel/wording/label.ts'
import type { CallParameters } from '#kernel/evaluate/external-questions.ts'
import type { Env } from '#server/env.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { type ExternalCall, ExternalOutage, type ExternalRow } from './external-call.ts'

export interface ExternalQuestion {
  readonly call: string
  readonly parameters: CallParameters
  readonly keyword?: string
}

export interface ExternalAnswer {
  readonly rows: readonly ExternalRow[]
  readonly readAt: Date
}

/** Answers of other systems for forms. Nothing is asked inside a transaction: answers are fetched before it and kept. */
export interface ExternalSystems {
  systemOf(call: string): Label | undefined
  /**
   * Asks, all of them at once and 10 s at most; what fails is remembered as such. With `maxAge` (ms), what was answered since need not be
   * asked again.
   */
  ask(questions: readonly ExternalQuestion[], how?: { readonly maxAge?: number }): Promise<void>
  /** The last answer, at most a day old. */
  answer(question: ExternalQuestion): ExternalAnswer | undefined
  /** Returns whether it could not be answered when it was last asked. */
  failed(question: ExternalQuestion): boolean
}

/** Questions to other systems at a time. */
const atATime = 8
/** Milliseconds that a form waits for all its answers. */
const timeout = 10_000
/** Milliseconds that a kept answer serves while the other system is away. */
const lifetime = 24 * 3_600_000
/** Answers that are kept; the oldest makes room. */
const most = 5_000

interface RememberedAnswer {
  readonly answer?: ExternalAnswer
  readonly hasFailed: boolean
}

/** Makes the answers of other systems for these calls, kept in this process. */
export function externalSystems(calls: ReadonlyMap<string, ExternalCall>,
  { env, clock }: { readonly env: Env; readonly clock: { now(): Date } }): ExternalSystems {
  const known = new Map<string, RememberedAnswer>()
  const turns = semaphore(atATime)
  const keep = (key: string, remembered: RememberedAnswer) => {
    known.delete(key)
    const oldest = known.size >= most ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, remembered)
  }
  const answerOf = (question: ExternalQuestion) => {
    const answer = known.get(keyOf(question))?.answer
    return answer && clock.now().getTime() - answer.readAt.getTime() <= lifetime ? answer : undefined
  }
  const askOne = async (question: ExternalQuestion) => {
    const key = keyOf(question)
    try {
      const call = calls.get(question.call)
      if (!call) throw new ExternalOutage(`nobody answers ${question.call}`)
      const rows = await turns.run(() => call.ask({ env, at: clock.now() }, question.parameters, question.keyword))
      keep(key, { answer: { rows, readAt: clock.now() }, hasFailed: false })
    } catch (error) {
      keep(key, { answer: known.get(key)?.answer, hasFailed: true })
      if (!(error instanceof ExternalOutage)) throw error
    }
  }
  return {
    systemOf: (call) => calls.get(call)?.system,
    answer: answerOf,
    failed: (question) => known.get(keyOf(question))?.hasFailed === true,
    async ask(questions, { maxAge = -1 } = {}) {
      const isSet = ({ call }: ExternalQuestion) => calls.get(call)?.isSet?.(env) ?? true
      const distinct = new Map(questions.filter(isSet).map((question) => [keyOf(question), question]))
      const due = [...distinct].filter(([key, question]) => {
        const answer = known.get(key)?.hasFailed ? undefined : answerOf(question)
        return !answer || clock.now().getTime() - answer.readAt.getTime() > maxAge
      })
      // a call that is still under way at the timeout counts as failed until it is answered
      for (const [key] of due) keep(key, { answer: known.get(key)?.answer, hasFailed: true })
      await within(Promise.all(due.map(([, question]) => askOne(question))))
    },
  }
}

const keyOf = ({ call, parameters, keyword = '' }: ExternalQuestion): string =>
  JSON.stringify([call, Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)), keyword])

async function within(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeout)
  })
  work.catch(() => undefined)
  await Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}
