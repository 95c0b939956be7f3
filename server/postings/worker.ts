import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { PostingState } from '#kernel/postings.ts'
import { bilingual, spokenMessage } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { minutes } from '#server/jobs/job.ts'
import { documentNoun } from '#server/messages/rows.ts'
import { notify } from '#server/messages/notify.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { type Lease, nextAttempt, queue, within } from '#server/queue/queue.ts'
import { writeReversals } from './postings-due.ts'
import { type PostingDetail, type PostingOutcome, refusalOf, type SentLine } from './posting.ts'
import { lockDocumentOf, writeNumber } from './writing.ts'
import './tables.ts'

/** Interval of polling for due lines, ms. */
const pollInterval = 3_000
/** Duration of a lease, ms; longer than the timeout of a line. */
const timeout = minutes(1)
/** Default timeout of a line, ms. */
const longestWait = 30_000
/** Backoff of a line without an answer, ms. */
const backoff = [1, 5, 15, 60, 240].map(minutes)
/** Maximum numbers of concurrent lines by call, by system, and in total, so that hanging ones leave places to others. */
const places = { call: 2, system: 4, all: 8 }

/**
 * Sends postings, in parallel with other instances: several lines at a time, but those of one document sequentially. A line is leased
 * once there is a place, so that a line waiting behind an unresponsive system counts as waiting, not as sent.
 */
export function postingWorker(host: DocumentHost, log: Pick<Logger, 'warn' | 'error'>): Poller {
  const out = new Map<LeasedPosting, Promise<void>>()
  const start = (leased: LeasedPosting) => {
    const sending = sendPosting(host, leased)
      .then(() => undefined, (error: unknown) => log.error({ err: error, posting: leased.id }, 'a posting failed'))
      .finally(() => out.delete(leased))
    out.set(leased, sending)
  }
  return createPoller({
    every: pollInterval,
    log,
    name: 'postings',
    async beat(signal) {
      if (host.postingCalls.size === 0) return
      while (!signal.aborted) {
        const beside = [...out.keys()]
        const leased = await leaseNext(host, beside)
        if (leased) start(leased)
        else if (beside.length === 0) return
        // once one has ended, there is a place again
        else if (out.size === beside.length) await oneEnded([...out.values()])
      }
    },
  })
}

/** Waits until one of these has ended, or for the polling interval, to find new lines. */
async function oneEnded(sending: readonly Promise<void>[]): Promise<void> {
  const look = new AbortController()
  await Promise.race([...sending, sleep(pollInterval, undefined, { ref: false, signal: look.signal }).catch(() => undefined)])
  look.abort()
}

/** Leases the oldest due line that the limits of concurrent lines allow. */
async function leaseNext({ db, clock, postingCalls }: DocumentHost, out: readonly LeasedPosting[]): Promise<LeasedPosting | undefined> {
  if (out.length >= places.all) return undefined
  const systemOf = (call: string) => bilingual(postingCalls.get(call)?.system ?? { cn: call, en: call })
  const isFull = (call: string) =>
    out.filter((line) => line.call === call).length >= places.call ||
    out.filter((line) => systemOf(line.call) === systemOf(call)).length >= places.system
  const full = [...new Set([...postingCalls.keys(), ...out.map((line) => line.call)])].filter(isFull)
  const documents = out.map(({ document }) => document)
  const only = sql`call <> all(${full}) and document <> all(${documents}) and ${isFree}`
  const [leased] = await postings.take(db, { ...leaseOf(clock.now()), count: 1, only })
  return leased
}

/**
 * Condition that all lines of the step on which a line depends are posted or handled. Lines that depend on none are decided first:
 * otherwise each of them is compared with every line of its document.
 */
const isFree = sql`(waiting.waits_for is null or not exists (select from posting first
  where first.document = waiting.document and first.round = waiting.round and first.step = waiting.waits_for
    and first.reverses is null and first.state not in ('posted', 'handled')))`

/** A leased line: no other instance takes it until the lease ends. */
export interface LeasedPosting extends Lease {
  readonly id: string
  readonly document: string
  readonly step: string
  readonly line: string
  readonly call: string
  readonly key: string
  readonly body: unknown
  readonly round: number
  readonly created_at: Date
  readonly waits_for: string | null
}

const postings = queue<LeasedPosting>({ table: 'posting', key: ['id'], open: sql`state in ('waiting', 'sent')`, timeout })

const leaseOf = (at: Date) => ({ at, set: { state: 'sent', last_at: at },
  read: ['document', 'step', 'line', 'call', 'key', 'body', 'round', 'created_at', 'waits_for'] })

/**
 * Takes what is due, at most 20 lines; with `id` a line of one of these states, because somebody asks for it. One statement takes it: a
 * second change of the row in one transaction waits for the document, which whoever marks the line as handled locks first.
 * @param states those in which a line that is asked for is taken. @default refused
 */
export function leasePostings(db: Db,
  { at, id, states = ['refused'] }: { readonly at: Date; readonly id?: string; readonly states?: readonly PostingState[] }
): Promise<
  LeasedPosting[]
> {
  return id === undefined
    ? postings.take(db, { ...leaseOf(at), count: 20, only: isFree })
    : postings.take(db, { ...leaseOf(at), count: 1, instead: sql`state = any(${states})`, only: sql`id = ${id} and ${isFree}` })
}

/** The person who asked for a line to be sent, and how long they wait. */
interface SendingRequest {
  /** Absent where it is sent by itself. */
  readonly person?: string
  /** Milliseconds that a person waits for the answer, whose pass depends on it; a refusal notifies nobody else then. */
  readonly passWaits?: number
}

/** Sends a posting and stores its outcome; between the two no transaction is open. */
export async function sendPosting(host: DocumentHost, leased: LeasedPosting, { person, passWaits }: SendingRequest = {}): Promise<
  PostingOutcome
> {
  const call = host.postingCalls.get(leased.call)
  const wait = Math.min(call?.timeout ?? longestWait, passWaits ?? longestWait)
  const answered: PostingOutcome = call
    ? await within(call.send({ env: host.env, db: host.db, at: host.clock.now() }, await sentLine(host.db, leased)), wait).catch(
      (error: unknown): PostingOutcome => {
        host.log.error({ err: error, posting: leased.id }, 'a posting ended without an answer')
        return { outcome: 'unknown' }
      },
    )
    : { outcome: 'unknown' }
  const isQuiet = passWaits !== undefined
  // a pass that was refused is not repeated by itself, and so is what it would have sent
  const outcome: PostingOutcome = isQuiet && answered.outcome === 'busy' ? { ...answered, outcome: 'refused' } : answered
  await transaction(host.db, (db) => recordOutcome(host, db, { leased, outcome, person, isQuiet }))
  return outcome
}

/** A leased line as its call sends it. */
export async function sentLine(db: Db,
  { document, round, waits_for: after, created_at: createdAt, key, body, attempts }: LeasedPosting): Promise<SentLine> {
  const first = after === null
    ? undefined
    : await db.selectFrom('posting').select('number').where('document', '=', document).where('round', '=', round).where('step', '=', after)
      .where('number', 'is not', null).orderBy('id').limit(1).executeTakeFirst()
  return { key, body, createdAt, attempts, prior: first?.number ?? null }
}

interface Attempt {
  readonly leased: LeasedPosting
  readonly outcome: PostingOutcome
  readonly person?: string | undefined
  /** A refusal notifies nobody: whoever asked for it is answered. */
  readonly isQuiet?: boolean
}

/** Stores the outcome of an attempt, with its effects on the document. */
export async function recordOutcome(host: DocumentHost, db: Db, { leased, outcome, person, isQuiet }: Attempt): Promise<void> {
  const { id, attempts, document, step, call, line } = leased
  const at = host.clock.now()
  await lockDocumentOf(db, id)
  const change = changeBy(outcome, { attempts, at })
  // another instance that took over this line records the outcome
  if (!(await postings.record(db, leased, { ...change, last_at: at }))) return
  const { code, message, details } = change
  const number = outcome.outcome === 'posted' ? outcome.number : null
  await db.insertInto('posting_attempt').values({ posting: id, at, outcome: outcome.outcome, code, message, number, person: person ?? null,
    details }).execute()
  if (number !== null) {
    await writeNumber(host, db, { document, step, line, call, number, at })
    await takeBackLate(host, db, { id, document, step, at })
  }
  if (change.state === 'refused' && !isQuiet) await notifyOfRefusal(host, db, { document, step, message: wordsFor(host, call, change), at })
}

/** Takes back a line that was sent before a pass and turns out to be posted after the document has ended without it. */
async function takeBackLate(host: DocumentHost, db: Db,
  { id, document, step, at }: { readonly id: string; readonly document: string; readonly step: string; readonly at: Date }): Promise<void> {
  const { type, state } = await db.selectFrom('document').select(['type', 'state']).where('id', '=', document).executeTakeFirstOrThrow()
  const posts = host.forms.get(type)?.posts?.find((each) => each.id === step)
  if (posts?.before && ['refused', 'revoked', 'voided'].includes(state)) await writeReversals(db, posts, { where: sql`id = ${id}`, at })
}

/** Maximum length of a stored message of the other system. */
const longest = 500

function changeBy(outcome: PostingOutcome, moment: { readonly attempts: number; readonly at: Date }) {
  if (outcome.outcome === 'posted')
    return { state: 'posted' as const, number: outcome.number, message: outcome.message ?? null, code: null, field: null, details: null }
  return outcome.outcome === 'refused' ? { state: 'refused' as const, ...keptWords(outcome) } : triedAgain(outcome, moment)
}

/** Not posted yet: it is retried later, or given up. */
function triedAgain(outcome: Exclude<PostingOutcome, { outcome: 'posted' | 'refused' }>,
  { attempts, at }: { readonly attempts: number; readonly at: Date }) {
  const next = afterRequest(nextAttempt(backoff, { attempts, at }), outcome.retryAfter, at)
  const tried = outcome.outcome === 'busy' ? 'waiting' as const : 'sent' as const
  return { state: next ? tried : 'refused' as const, ...keptWords(outcome), due_at: next ?? at }
}

/**
 * The time of the next attempt, at least the delay that the other system demands.
 * @param seconds the demanded delay
 */
const afterRequest = (next: Date | undefined, seconds: number | undefined, at: Date): Date | undefined =>
  next && seconds !== undefined ? new Date(Math.max(next.getTime(), at.getTime() + seconds * 1_000)) : next

interface KeptWords {
  readonly outcome: string
  readonly message?: string
  readonly code?: string
  readonly field?: string
  readonly details?: readonly PostingDetail[]
}

/** Maximum number of stored messages per attempt. */
const mostDetails = 100

/** Truncates the other system's answer for storage. */
const keptWords = ({ message, code, field, details = [] }: KeptWords) => ({ message: beginning(message, longest), code: beginning(code, 40),
  field: beginning(field, 64), details: details.length > 0 ? JSON.stringify(details.slice(0, mostDetails)) : null })

const beginning = (text: string | undefined, length: number): string | null => text?.slice(0, length) ?? null

/** The explanation of a refusal by the module, else the other system's message. */
function wordsFor({ postingCalls }: DocumentHost, call: string,
  { code, message }: { readonly code: string | null; readonly message: string | null }): string {
  const known = refusalOf(postingCalls, { call, code })
  return known ? bilingual(known) : (message ?? '')
}

async function notifyOfRefusal(host: DocumentHost, db: Db,
  { document, step, message, at }: { readonly document: string; readonly step: string; readonly message: string;
    readonly at: Date }): Promise<void> {
  const stored = await db.selectFrom('document').select(['type', 'number', 'process']).where('id', '=', document).executeTakeFirstOrThrow()
  const form = host.forms.get(stored.type)
  const posts = form?.posts?.find(({ id }) => id === step)
  if (!form || !posts) return
  const directory = await host.directory(db, form.key)
  const holders = posts.role === undefined ? [] : directory.holders(posts.role).map(({ id }) => id)
  await notify(db, { kind: 'serviceTaskFailed', recipients: [stored.process.starter, ...holders], document,
    blanks: { p: bilingual(documentNoun(form)), no: stored.number, n: bilingual(posts), message: spokenMessage(message) }, at })
}
