import { Refused, StateMoved } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { minutes } from '#server/jobs/job.ts'
import { detailProblems } from './checks.ts'
import { type DueLine, hasContentOf, isSettled, isUndecided, PostingsDue, rowOf, supersede, withFreeKey, type WrittenLine,
  writtenLine } from './postings-due.ts'
import { type PostingDetail, type PostingOutcome, refusalOf as meaningOf } from './posting.ts'
import { type LeasedPosting, leasePostings, sendPosting } from './worker.ts'

/** Milliseconds that a person waits for all lines of their pass. */
const longest = 10_000
/** Milliseconds of a lease. */
const lease = minutes(1)

/**
 * Does an action; where lines have to be posted before it, posts them outside of its transaction and does it again.
 * @throws Refused for what the other system refuses, or where it does not answer
 */
export async function postingFirst<Result>(host: DocumentHost, person: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof PostingsDue)) throw error
    await postLines(host, person, error)
  }
  try {
    return await act()
  } catch (error) {
    // the document was changed between the posting and the pass: the next pass posts what it has become
    if (error instanceof PostingsDue) throw new StateMoved(undefined)
    throw error
  }
}

async function postLines(host: DocumentHost, person: string, { form, value, lines }: PostingsDue): Promise<void> {
  const until = Date.now() + longest
  for (const line of lines) await postLine(host, { form, value, person, until }, line)
}

interface LinePosting {
  readonly form: Form
  readonly value: FormValue
  readonly person: string
  /** Moment at which nobody waits any longer, ms. */
  readonly until: number
}

async function postLine(host: DocumentHost, posting: LinePosting, line: DueLine): Promise<void> {
  const leased = await leaseLine(host, line)
  if (!leased) return
  const passWaits = Math.max(1, posting.until - Date.now())
  const outcome = await sendPosting(host, leased, { person: posting.person, passWaits })
  if (outcome.outcome === 'unknown') throw new Refused('postings.unanswered', { system: systemOf(host, line) })
  // of another content: what an earlier pass had left open is known now
  if (!hasContentOf(leased, line)) return postLine(host, posting, line)
  if (outcome.outcome !== 'posted') throw refusalOf(host, posting, { line, outcome })
}

const systemOf = ({ postingCalls }: DocumentHost, { posts: { call } }: DueLine): string =>
  bilingual(postingCalls.get(call)?.system ?? { cn: call, en: call })

/**
 * Takes a line to be sent now, written down before; undefined where nothing is to be sent any more. What an earlier pass sent and nobody
 * knows the end of is asked about first, as it was. @throws Refused where it is being sent
 */
function leaseLine(host: DocumentHost, line: DueLine): Promise<LeasedPosting | undefined> {
  const at = host.clock.now()
  return transaction(host.db, async (db) => {
    await lockRound(db, line)
    const written = await writtenLine(db, line, at)
    if (isSettled(written, line)) return undefined
    if (written?.isOut) throw new Refused('postings.underWay', { system: systemOf(host, line) })
    if (written && isSentAgain(written, line)) return takeAgain(db, written.id, at)
    if (written) await supersede(db, written, { posts: line.posts, at })
    return writeLeased(db, line, at)
  })
}

/** Returns whether a record is sent once more as it is: nobody knows its end, or its content is still that of the line. */
const isSentAgain = (written: WrittenLine, line: DueLine): boolean =>
  written.state !== 'posted' && (isUndecided(written) || hasContentOf(written, line))

/** @throws StateMoved where somebody else took it meanwhile */
async function takeAgain(db: Db, id: string, at: Date): Promise<LeasedPosting> {
  const [leased] = await leasePostings(db, { at, id, states: ['sent', 'waiting', 'refused'] })
  if (!leased) throw new StateMoved(undefined)
  return leased
}

/** Writes a line down as one that is being sent. */
async function writeLeased(db: Db, line: DueLine, at: Date): Promise<LeasedPosting> {
  const row = { ...rowOf(await withFreeKey(db, line), at), state: 'sent' as const, attempts: 1, last_at: at,
    due_at: new Date(at.getTime() + lease) }
  return db.insertInto('posting').values(row).returning(['id', 'document', 'step', 'line', 'call', 'key', 'body', 'round', 'created_at',
    'waits_for', 'attempts']).executeTakeFirstOrThrow()
}

/** Holds the document, so that a line is written down once; in the order of actions on documents. @throws StateMoved */
async function lockRound(db: Db, { document }: DueLine): Promise<void> {
  const stored = await db.selectFrom('document').select('state').where('id', '=', document).forUpdate().executeTakeFirst()
  if (stored?.state !== 'inApproval') throw new StateMoved(undefined)
}

type AnsweredOutcome<Outcome extends PostingOutcome['outcome']> = Extract<PostingOutcome, { outcome: Outcome }>

/** The refusal of a pass in the other system's words, at the fields that they are about. */
function refusalOf(host: DocumentHost, { form, value }: LinePosting,
  { line: { posts, line }, outcome }: { readonly line: DueLine; readonly outcome: AnsweredOutcome<'refused' | 'busy'> }): Refused {
  const details = outcome.outcome === 'refused' ? (outcome.details ?? detailsOf(outcome)) : []
  const fields = detailProblems(host, form, { posts, value, line, details, code: 'postings.said' }).filter(({ field }) => field !== '')
  const known = meaningOf(host.postingCalls, { call: posts.call, code: outcome.code ?? null })
  return new Refused('postings.refused', { message: known ? bilingual(known) : outcome.message }, fields)
}

const detailsOf = ({ code = '', message, field }: AnsweredOutcome<'refused'>): readonly PostingDetail[] =>
  field === undefined ? [] : [{ severity: 'error', code, message, field }]
