import { sql } from 'kysely'
import type { Event } from '#approval/event.ts'
import { postingLines } from '#kernel/evaluate/posting-lines.ts'
import type { Form } from '#kernel/form.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { evaluationAt } from '#server/documents/values/form-facts.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import './tables.ts'

/** Writes down what follows for other systems, in the action's transaction; it is sent after it. */
export async function writePostings(host: DocumentHost, step: DocumentStep, events: readonly Event[]): Promise<void> {
  if ((step.form.posts ?? []).length === 0) return
  for (const event of events) {
    const moment = momentOf(event)
    if (moment !== undefined) await writeStep(host, step, moment)
    if (event.type === 'revoked' || event.type === 'voided') await takeBack(step)
  }
}

/** The moment of posting that an event is. */
function momentOf(event: Event): string | undefined {
  if (event.type === 'completed') return 'completion'
  return event.type === 'passed' ? event.node : undefined
}

async function writeStep(host: DocumentHost, { db, form, value, document, at }: DocumentStep, moment: string): Promise<void> {
  const due = (form.posts ?? []).filter((posts) => posts.at === moment && host.postingCalls.get(posts.call)?.isSet?.(host.env) !== false)
  if (due.length === 0) return
  const facts = await evaluationAt(host, db, { at, form, document: document.id })
  await facts.know(form.fields, value)
  for (const posts of due) {
    const rows = postingLines(form, posts, { value, facts }).map(({ line, body, amount }) => ({
      document: document.id,
      round: document.round,
      step: posts.id,
      line,
      call: posts.call,
      body: JSON.stringify(body),
      amount,
      due_at: at,
      created_at: at,
      key: [document.number, document.round, posts.id, line].filter((part) => part !== '').join('-'),
    }))
    if (rows.length > 0) await db.insertInto('posting').values(rows).onConflict((conflict) => conflict.column('key').doNothing()).execute()
  }
}

/** Unsent lines are dropped; posted ones are reversed where the form declares a reversal. */
async function takeBack({ db, form, document, at }: DocumentStep): Promise<void> {
  await db.updateTable('posting').set({ state: 'handled', message: null }).where('document', '=', document.id).where('reverses', 'is', null)
    .where('state', 'in', ['waiting', 'refused']).execute()
  for (const { id: step, reversal } of form.posts ?? []) {
    if (reversal === undefined) continue
    await sql`insert into posting (document, round, step, line, call, key, body, amount, due_at, created_at, reverses)
      select document, round, step, line, ${reversal}, key || '-reversal', jsonb_build_object('number', number, 'original', body),
        -amount, ${at}, ${at}, id
      from posting where document = ${document.id} and step = ${step} and state = 'posted' and reverses is null
      on conflict do nothing`.execute(db)
  }
}

/** Returns whether what a form posts has to be reversed in the other system before a document is taken back. */
export const isReversedByHand = ({ posts = [] }: Pick<Form, 'posts'>, step: string): boolean =>
  posts.find(({ id }) => id === step)?.reversal === undefined
