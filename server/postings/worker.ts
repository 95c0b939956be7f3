import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { minutes } from '#server/jobs/job.ts'
import { documentNoun } from '#server/messages/document-noun.ts'
import { notify } from '#server/messages/notify.ts'
import { createPoller, type Poller } from '#server/concurrency/poller.ts'
import { type Lease, nextAttempt, queue, within } from '#server/queue/queue.ts'
import { refusalOf } from './refusal.ts'
import { lockDocumentOf, writeNumber } from './writing.ts'
import type { PostingOutcome } from './posting.ts'
import './tables.ts'

/** Milliseconds between two looks for what is due. */
const pollInterval = 3_000
/** Milliseconds of a lease; longer than a line is waited for. */
const timeout = minutes(1)
/** Milliseconds that a line is waited for, where its call says nothing else. */
const longestWait = 30_000
/** Waits before a line without an answer is asked about again, ms. */
const backoff = [1, 5, 15, 60, 240].map(minutes)
/** Lines that are out at a time: of one call, of one system, and of all, so that what hangs leaves places to the others. */
const places = { call: 2, system: 4, all: 8 }

/**
 * Sends what documents post, together with the other instances: several lines at a time, those of one document one after the other. A line
 * is leased when there is a place for it, so that one that waits behind a silent system counts as waiting, not as sent.
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
        // where one has ended meanwhile, there is a place again
        else if (out.size === beside.length) await oneEnded([...out.values()])
      }
    },
  })
}

/** Waits until one of these has ended, or it is time to look for lines that were decided meanwhile. */
async function oneEnded(sending: readonly Promise<void>[]): Promise<void> {
  const look = new AbortController()
  await Promise.race([...sending, sleep(pollInterval, undefined, { ref: false, signal: look.signal }).catch(() => undefined)])
  look.abort()
}

/** Takes the line that waits longest of those that may go out beside these. */
async function leaseNext({ db, clock, postingCalls }: DocumentHost, out: readonly LeasedPosting[]): Promise<LeasedPosting | undefined> {
  if (out.length >= places.all) return undefined
  const systemOf = (call: string) => bilingual(postingCalls.get(call)?.system ?? { cn: call, en: call })
  const isFull = (call: string) =>
    out.filter((line) => line.call === call).length >= places.call ||
    out.filter((line) => systemOf(line.call) === systemOf(call)).length >= places.system
  const full = [...new Set([...postingCalls.keys(), ...out.map((line) => line.call)])].filter(isFull)
  const documents = out.map(({ document }) => document)
  const only = sql`call <> all(${full}) and document <> all(${documents})`
  const [leased] = await postings.take(db, { ...leaseOf(clock.now()), count: 1, only })
  return leased
}

/** A line that is out: nobody else takes it until its time is over. */
export interface LeasedPosting extends Lease {
  readonly id: string
  readonly document: string
  readonly step: string
  readonly line: string
  readonly call: string
  readonly key: string
  readonly body: unknown
}

const postings = queue<LeasedPosting>({ table: 'posting', key: ['id'], open: sql`state in ('waiting', 'sent')`, timeout })

const leaseOf = (at: Date) => ({ at, set: { state: 'sent', last_at: at }, read: ['document', 'step', 'line', 'call', 'key', 'body'] })

/**
 * Takes what is due, at most 20 lines; with `id` a refused line, because somebody asks for it. One statement takes it: a second change of
 * the row in one transaction waits for the document, which whoever marks the line as handled locks first.
 */
export function leasePostings(db: Db, { at, id }: { readonly at: Date; readonly id?: string }): Promise<LeasedPosting[]> {
  return id === undefined
    ? postings.take(db, { ...leaseOf(at), count: 20 })
    : postings.take(db, { ...leaseOf(at), count: 1, instead: sql`state = 'refused'`, only: sql`id = ${id}` })
}

/**
 * Sends a posting and stores its outcome; between the two no transaction is open.
 * @param person who asked for it; nobody where it is sent by itself
 */
export async function sendPosting(host: DocumentHost, leased: LeasedPosting, person?: string): Promise<PostingOutcome> {
  const call = host.postingCalls.get(leased.call)
  const outcome: PostingOutcome = call
    ? await within(call.send({ env: host.env, at: host.clock.now() }, leased), call.timeout ?? longestWait).catch(
      (error: unknown): PostingOutcome => {
        host.log.error({ err: error, posting: leased.id }, 'a posting ended without an answer')
        return { outcome: 'unknown' }
      },
    )
    : { outcome: 'unknown' }
  await transaction(host.db, (db) => recordOutcome(host, db, { leased, outcome, person }))
  return outcome
}

interface Attempt {
  readonly leased: LeasedPosting
  readonly outcome: PostingOutcome
  readonly person?: string | undefined
}

/** Writes down what came of an attempt, with its consequences for the document. */
export async function recordOutcome(host: DocumentHost, db: Db, { leased, outcome, person }: Attempt): Promise<void> {
  const { id, attempts, document, step, call, line } = leased
  const at = host.clock.now()
  await lockDocumentOf(db, id)
  const change = changeBy(outcome, { attempts, at })
  // an instance that took over from an attempt that was thought lost records the outcome
  if (!(await postings.record(db, leased, { ...change, last_at: at }))) return
  const { code, message } = change
  const number = outcome.outcome === 'posted' ? outcome.number : null
  await db.insertInto('posting_attempt').values({ posting: id, at, outcome: outcome.outcome, code, message, number,
    person: person ?? null }).execute()
  if (number !== null) await writeNumber(host, db, { document, step, line, call, number, at })
  if (change.state === 'refused') await notifyOfRefusal(host, db, { document, step, message: wordsFor(host, call, change), at })
}

/** The number of characters of the other system's words that are kept. */
const longest = 500

function changeBy(outcome: PostingOutcome, moment: { readonly attempts: number; readonly at: Date }) {
  if (outcome.outcome === 'posted')
    return { state: 'posted' as const, number: outcome.number, message: outcome.message ?? null, code: null, field: null }
  return outcome.outcome === 'refused' ? { state: 'refused' as const, ...keptWords(outcome) } : triedAgain(outcome, moment)
}

/** Not posted yet: it is tried again later, or given up. */
function triedAgain(outcome: Exclude<PostingOutcome, { outcome: 'posted' | 'refused' }>,
  { attempts, at }: { readonly attempts: number; readonly at: Date }) {
  const next = nextAttempt(backoff, { attempts, at })
  const tried = outcome.outcome === 'busy' ? 'waiting' as const : 'sent' as const
  return { state: next ? tried : 'refused' as const, ...keptWords(outcome), due_at: next ?? at }
}

interface KeptWords {
  readonly outcome: string
  readonly message?: string
  readonly code?: string
  readonly field?: string
}

/** The part of the other system's words that is kept. */
const keptWords = (words: KeptWords) => ({ message: words.message?.slice(0, longest) ?? null, code: words.code?.slice(0, 40) ?? null,
  field: words.field?.slice(0, 64) ?? null })

/** In words of this product where it has some, else the other system's. */
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
    blanks: { p: bilingual(documentNoun(form)), no: stored.number, n: bilingual(posts), message }, at })
}
