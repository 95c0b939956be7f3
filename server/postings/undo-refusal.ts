import type { Refusal } from '#approval/types.ts'
import type { Form } from '#kernel/form.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Db } from '#server/database/tables.ts'
import { isReversedByHand } from './write-postings.ts'
import './tables.ts'

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
