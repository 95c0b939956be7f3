import { sql } from 'kysely'
import type { Form, Posts } from '#kernel/form.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Event } from '#approval/event.ts'
import type { Refusal } from '#approval/types.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { type DueLine, dueLines, type Ending, hasContentOf, isSettled, momentOf, rowOf, supersede, withFreeKey, writeReversals,
  writtenLine } from './postings-due.ts'
import './tables.ts'

/** Writes the postings of events in the action's transaction; they are sent afterwards. */
export async function writePostings(host: DocumentHost, step: DocumentStep, events: readonly Event[]): Promise<void> {
  if ((step.form.posts ?? []).length === 0) return
  for (const event of events) {
    const moment = momentOf(event)
    if (moment !== undefined) await writeStep(host, step, moment)
    await takeBackAfter(step, event)
    await writeEnd(host, step, event)
  }
}

/** Writes the postings that report the end of a document. */
async function writeEnd(host: DocumentHost, step: DocumentStep, event: Event): Promise<void> {
  const result = resultOf(event)
  if (result !== undefined && step.form.posts?.some(({ at }) => at === 'end'))
    await writeStep(host, step, 'end', { result, ...(await lastDecision(step)) })
}

/** The result of an ended document; undefined where it is withdrawn for editing. */
function resultOf(event: Event): 'APPROVED' | 'REFUSED' | 'REVOKED' | 'VOIDED' | undefined {
  if (event.type === 'revoked') return event.purpose === 'edit' ? undefined : 'REVOKED'
  return event.type === 'completed' ? 'APPROVED' : event.type === 'refused' ? 'REFUSED' : event.type === 'voided' ? 'VOIDED' : undefined
}

/** The person who ended the document, by job number, with their opinion. */
async function lastDecision({ db, actor, at, document }: DocumentStep): Promise<Ending> {
  const person = await db.selectFrom('sys_user').select('job_number').where('id', '=', actor.id).executeTakeFirst()
  const event = await sql<{ comment: string | null }>`select payload ->> 'comment' as comment from document_event
    where document = ${document.id} and by = ${actor.id} and payload ->> 'comment' is not null order by seq desc limit 1`.execute(db)
  return { approver: person?.job_number ?? null, approvedAt: nowOf(at), opinion: event.rows[0]?.comment ?? null }
}

/** A document that is withdrawn takes back what it posted; one that is refused, what was posted for a pass. */
async function takeBackAfter(step: DocumentStep, { type }: Event): Promise<void> {
  if (type === 'revoked' || type === 'voided') await takeBack(step)
  if (type === 'refused' && step.form.posts?.some(isBefore)) await takeBack(step, isBefore)
}

const isBefore = ({ before }: Posts): boolean => before === true

async function writeStep(host: DocumentHost, step: DocumentStep, moment: string, ending?: Ending): Promise<void> {
  const { db, at } = step
  const due = await dueLines(host, step, { moment, ...(ending && { ending }) })
  const rows = due.filter(({ posts }) => !isBefore(posts)).map((line) => rowOf(line, at))
  if (rows.length > 0) await db.insertInto('posting').values(rows).onConflict((conflict) => conflict.column('key').doNothing()).execute()
  for (const line of due) if (isBefore(line.posts)) await writeLeftOver(step, line)
}

/** A line that was to be sent before the pass and was not, because nobody passed: it is sent after it. */
async function writeLeftOver({ db, at }: DocumentStep, line: DueLine): Promise<void> {
  const written = await writtenLine(db, line, at)
  if (isSettled(written, line) || (written && written.state !== 'posted' && hasContentOf(written, line))) return
  if (written) await supersede(db, written, { posts: line.posts, at })
  await db.insertInto('posting').values(rowOf(await withFreeKey(db, line), at)).execute()
}

/** Unsent lines are dropped; posted ones are reversed where the form declares a reversal. What reports an end is neither. */
async function takeBack({ db, form, document, at }: DocumentStep, only: (posts: Posts) => boolean = () => true): Promise<void> {
  const posts = form.posts ?? []
  const taken = posts.filter((each) => each.at !== 'end' && only(each))
  const kept = posts.filter((each) => !taken.includes(each)).map(({ id }) => id)
  await db.updateTable('posting').set({ state: 'handled', message: null }).where('document', '=', document.id).where('reverses', 'is', null)
    .where('state', 'in', ['waiting', 'refused']).where((eb) => (kept.length > 0 ? eb('step', 'not in', kept) : eb.lit(true)))
    .execute()
  for (const each of taken) await writeReversals(db, each, { where: sql`document = ${document.id} and step = ${each.id}`, at })
}

/** Returns whether a posting has to be reversed manually in the other system before the document can be undone. */
export function isReversedByHand({ posts = [] }: Pick<Form, 'posts'>, step: string): boolean {
  const declared = posts.find(({ id }) => id === step)
  return declared?.at !== 'end' && declared?.reversal === undefined
}

/** Returns the refusal of undoing a document: another system has its posting, or the outcome is unknown. */
export async function postingRefusal({ host, db }: { readonly host: DocumentHost; readonly db: Db },
  { id, form }: { readonly id: string; readonly form: Form }): Promise<Refusal | undefined> {
  if ((form.posts ?? []).length === 0) return undefined
  const rows = await db.selectFrom('posting').select(['step', 'state', 'call', 'attempts']).where('document', '=', id).where('reverses',
    'is', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('posting as reversal').select('reversal.id').whereRef('reversal.reverses', '=', 'posting.id')))
    )
    // a line given up without an answer may have been posted as well
    .where((eb) => eb.or([eb('state', 'in', ['sent', 'posted']), eb.and([eb('state', '=', 'refused'), eb('message', 'is', null)])]))
    .execute()
  const posting = rows.find(({ state, step }) => state !== 'posted' || isReversedByHand(form, step))
  if (!posting) return undefined
  const system = bilingual(host.postingCalls.get(posting.call)?.system ?? { cn: posting.call, en: posting.call })
  return { code: posting.state === 'posted' ? 'postings.posted' : 'postings.underWay', parameters: { system }, refusal: true,
    kind: 'refused' }
}
