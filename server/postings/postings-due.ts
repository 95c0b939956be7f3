import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Form, Posts } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { postingLines } from '#kernel/evaluate/posting-lines.ts'
import type { PostingState } from '#kernel/postings.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { evaluationAt } from '#server/documents/values/form-facts.ts'
import './tables.ts'

/** A line that a document posts at a moment. */
export interface DueLine {
  readonly posts: Posts
  readonly document: string
  readonly round: number
  /** Id of the row; empty for the document as one. */
  readonly line: string
  /** Key of the first record of the line; later ones have a number behind it. */
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
  readonly amount: string | null
}

/** Entries of a body that say how a document ended. */
export type Ending = Readonly<Record<string, string | null>>

/** The moment of posting that an event is: a node sends as it is left, whoever passed it last. */
export function momentOf(event: Event): string | undefined {
  if (event.type === 'completed') return 'completion'
  return event.type === 'nodeLeft' ? event.node : undefined
}

/** The lines that are due at a moment, to systems that are set up. */
export async function dueLines(host: DocumentHost, { db, form, value, document, at }: DocumentStep,
  { moment, ending = {}, only = () => true }: { readonly moment: string; readonly ending?: Ending;
    readonly only?: (posts: Posts) => boolean }): Promise<readonly DueLine[]> {
  const due = (form.posts ?? []).filter((posts) =>
    posts.at === moment && only(posts) && host.postingCalls.get(posts.call)?.isSet?.(host.env) !== false
  )
  if (due.length === 0) return []
  const facts = await evaluationAt(host, db, { at, form, document: document.id })
  await facts.know(form.fields, value)
  const isAnswered = (ending['result'] ?? 'APPROVED') === 'APPROVED'
  return due.flatMap((posts) =>
    postingLines(form, posts, { value, facts }).map(({ line, body, amount }) => ({
      posts,
      document: document.id,
      round: document.round,
      line,
      key: [document.number, document.round, posts.id, line, ending['result'] ?? ''].filter((part) => part !== '').join('-'),
      body: { ...(isAnswered ? body : withoutLists(posts, body)), ...ending },
      amount,
    }))
  )
}

/** The answer of a document that was not approved: nothing was decided of its rows. */
const withoutLists = ({ lists = {} }: Posts, body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !(name in lists)))

/** The columns of a line that is written down. */
export const rowOf = ({ posts, document, round, line, key, body, amount }: DueLine, at: Date) => ({ document, round, step: posts.id, line,
  call: posts.call, key, body: JSON.stringify(body), amount, waits_for: posts.after ?? null, due_at: at, created_at: at })

/** A line as it is written down. */
export interface WrittenLine {
  readonly id: string
  readonly state: PostingState
  readonly body: unknown
  readonly message: string | null
  /** An attempt is under way: it has begun, and nothing is written down of its end. */
  readonly isOut: boolean
}

/** The record that a line stands for now: the last one that was neither dropped nor taken back. */
export async function writtenLine(db: Db, { document, posts, line }: DueLine, at: Date): Promise<WrittenLine | undefined> {
  const { rows: [found] } = await sql<WrittenLine>`
    select id, state, body, message, state = 'sent' and due_at > ${at}
        and attempts > (select count(*) from posting_attempt where posting_attempt.posting = posting.id) as "isOut"
      from posting where document = ${document} and step = ${posts.id} and line = ${line} and ${isStanding}
      order by id desc limit 1`.execute(db)
  return found
}

/** Original lines that are in effect: not dropped, and without a reversal. */
const isStanding = sql`reverses is null and not (state = 'handled' and handled_by is null)
  and not exists (select from posting reversal where reversal.reverses = posting.id)`

/** Returns whether a record has the content of a line. */
export const hasContentOf = ({ body }: Pick<WrittenLine, 'body'>, line: DueLine): boolean =>
  isDeepStrictEqual(body, JSON.parse(JSON.stringify(line.body)))

/** Returns whether nothing is to be sent for a line any more: it was posted with this content, or somebody has seen to it. */
export const isSettled = (written: WrittenLine | undefined, line: DueLine): boolean =>
  written?.state === 'handled' || (written?.state === 'posted' && hasContentOf(written, line))

/** Returns whether nobody knows whether the other system has posted a record: an answer that was lost, or was given up. */
export const isUndecided = ({ state, message }: WrittenLine): boolean => state === 'sent' || (state === 'refused' && message === null)

/** Makes room for another content of a line: what was posted is taken back, what was not is dropped. */
export async function supersede(db: Db, { id, state }: WrittenLine, { posts, at }: { readonly posts: Posts; readonly at: Date }): Promise<
  void
> {
  if (state === 'posted') await writeReversals(db, posts, { where: sql`id = ${id}`, at })
  else await db.updateTable('posting').set({ state: 'handled', message: null }).where('id', '=', id).execute()
}

/** Writes down that what was posted is taken back, where the form says how. */
export async function writeReversals(db: Db, { reversal }: Pick<Posts, 'reversal'>,
  { where, at }: { readonly where: RawBuilder<unknown>; readonly at: Date }): Promise<void> {
  if (reversal === undefined) return
  await sql`insert into posting (document, round, step, line, call, key, body, amount, due_at, created_at, reverses)
    select document, round, step, line, ${reversal}, key || '-reversal', jsonb_build_object('number', number, 'original', body),
      -amount, ${at}, ${at}, id
    from posting where ${where} and state = 'posted' and reverses is null
    on conflict do nothing`.execute(db)
}

/** A line under a key that no record of it has had: its own, or the same with a number behind it. */
export async function withFreeKey(db: Db, line: DueLine): Promise<DueLine> {
  const { count } = await db.selectFrom('posting').select((eb) => eb.fn.countAll<string>().as('count')).where('document', '=',
    line.document)
    .where('round', '=', line.round).where('step', '=', line.posts.id).where('line', '=', line.line).where('reverses', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count) === 0 ? line : { ...line, key: `${line.key}.${Number(count) + 1}` }
}

/** Lines have to be posted before a pass, and a transaction does not wait for other systems. */
export class PostingsDue extends Error {
  constructor(readonly form: Form, readonly value: FormValue, readonly lines: readonly DueLine[]) {
    super('postings are due before the pass')
  }
}

/** Demands that what the nodes send that a pass leaves was posted before it. @throws PostingsDue with what was not */
export async function demandPosted(host: DocumentHost, step: DocumentStep, events: readonly Event[]): Promise<void> {
  if (!step.form.posts?.some(({ before }) => before)) return
  const due: DueLine[] = []
  for (const moment of events.flatMap((event) => momentOf(event) ?? []))
    for (const line of await dueLines(host, step, { moment, only: ({ before }) => before === true }))
      if (!isSettled(await writtenLine(step.db, line, step.at), line)) due.push(line)
  if (due.length > 0) throw new PostingsDue(step.form, step.value, due)
}
