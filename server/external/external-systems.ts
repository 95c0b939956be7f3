import { sql } from 'kysely'
import { z } from 'zod'
import type { Label } from '#kernel/wording/label.ts'
import type { CallParameters } from '#kernel/evaluate/external-questions.ts'
import type { Env } from '#server/env.ts'
import type { Database } from '#server/database/open.ts'
import type { Db } from '#server/database/tables.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'

/** A record of another system, by attributes. A choice has a `value`, and the labels `cn` and `en`. */
export type ExternalRow = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A query of another system for forms. */
export interface ExternalCall {
  /** Display name of the system. */
  readonly system: Label
  /** Returns whether the system is configured; otherwise it is not queried, and no values are missing. */
  isSet?(env: Env): boolean
  /**
   * Reads choices, filtered by `keyword` if given, or figures in one row; empty for unknown parameters.
   * @throws ExternalOutage where the system does not answer
   */
  ask(context: { readonly env: Env; readonly db: Db; readonly at: Date }, parameters: CallParameters,
    keyword?: string): Promise<readonly ExternalRow[]>
  /** Forgets the answers that the module keeps itself. Answers how many those were. */
  forget?(env: Env): number
}

/** Another system did not answer, or its answer is unusable. */
export class ExternalOutage extends Error {
  override readonly name = 'ExternalOutage'
}

export interface ExternalQuestion {
  readonly call: string
  readonly parameters: CallParameters
  readonly keyword?: string
}

export interface ExternalAnswer {
  readonly rows: readonly ExternalRow[]
  readonly readAt: Date
}

/** Cached answers of other systems for forms. Transactions never query other systems: answers are fetched before. */
export interface ExternalSystems {
  systemOf(call: string): Label | undefined
  /** Queries in parallel, for at most 10 s; failures are cached as such. With `maxAge` (ms), younger answers are not queried again. */
  ask(questions: readonly ExternalQuestion[], how?: { readonly maxAge?: number }): Promise<void>
  /** The last answer, at most a day old. */
  answer(question: ExternalQuestion): ExternalAnswer | undefined
  /** Returns whether the last query failed. */
  failed(question: ExternalQuestion): boolean
  /** Forgets answers of a call, those to questions with these parameters, in every process. Answers how many this one had. */
  forget(db: Db, what: ForgottenAnswers): Promise<number>
  /** Forgets here what another process forgot; everything where that is not known. */
  forgetHere(what?: ForgottenAnswers): number
}

export interface ForgottenAnswers {
  readonly call: string
  /** Parameters that the questions have, among others. @default all */
  readonly parameters?: CallParameters
}

/** The channel on which a process tells the others what it has forgotten of the answers of other systems. */
const forgottenChannel = 'external_answers'

/** Forgets what other processes forget; everything where announcements were missed. */
export async function followForgetting({ listen }: Pick<Database, 'listen'>, current: () => ExternalSystems): Promise<void> {
  await listen(forgottenChannel, (payload) => void current().forgetHere(forgottenOf(payload)), () => void current().forgetHere())
}

/** Reads what another process has forgotten; undefined for what cannot be read. */
function forgottenOf(payload: string): ForgottenAnswers | undefined {
  try {
    return forgotten.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const forgotten = z.object({ call: z.string(), parameters: z.record(z.string(), z.string()).optional() })

/** Maximum number of concurrent queries. */
const atATime = 8
/** Timeout of all answers for a form, ms. */
const timeout = 10_000
/** Lifetime of a cached answer during an outage, ms. */
const lifetime = 24 * 3_600_000
/** Maximum number of cached answers; the oldest are evicted. */
const most = 5_000

interface RememberedAnswer {
  readonly answer?: ExternalAnswer
  readonly hasFailed: boolean
}

/** Creates the answers of other systems for these calls, cached in this process. */
export function externalSystems(calls: ReadonlyMap<string, ExternalCall>,
  { env, db: database, clock }: { readonly env: Env; readonly db: Db; readonly clock: { now(): Date } }): ExternalSystems {
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
      const rows = await turns.run(() => call.ask({ env, db: database, at: clock.now() }, question.parameters, question.keyword))
      keep(key, { answer: { rows, readAt: clock.now() }, hasFailed: false })
    } catch (error) {
      keep(key, { answer: known.get(key)?.answer, hasFailed: true })
      if (!(error instanceof ExternalOutage)) throw error
    }
  }
  const forgetHere = (what?: ForgottenAnswers): number => {
    const gone = [...known.keys()].filter((key) => what === undefined || isAmong(key, what))
    for (const key of gone) known.delete(key)
    const own = what === undefined ? [...calls.values()] : [calls.get(what.call)]
    return own.reduce((sum, call) => sum + (call?.forget?.(env) ?? 0), gone.length)
  }
  return {
    forgetHere,
    async forget(db, what) {
      await sql`select pg_notify(${forgottenChannel}, ${JSON.stringify(what)})`.execute(db)
      return forgetHere(what)
    },
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
      // a call that is still running at the timeout counts as failed until it is answered
      for (const [key] of due) keep(key, { answer: known.get(key)?.answer, hasFailed: true })
      await within(Promise.all(due.map(([, question]) => askOne(question))))
    },
  }
}

const keyOf = ({ call, parameters, keyword = '' }: ExternalQuestion): string =>
  JSON.stringify([call, Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1)), keyword])

function isAmong(key: string, { call, parameters = {} }: ForgottenAnswers): boolean {
  const [of, asked] = JSON.parse(key) as [string, (readonly [string, string])[]]
  const known = new Map(asked)
  return of === call && Object.entries(parameters).every(([name, value]) => known.get(name) === value)
}

async function within(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeout)
  })
  work.catch(() => undefined)
  await Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}
