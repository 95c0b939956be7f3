import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { NextDocument } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { read } from '../detail.ts'
import { formOf } from '../host.ts'
import { startableForms } from '../lifecycle/starting.ts'
import { nextDocumentOf } from './next-document.ts'

/** The follow-up of a document, and what the form there starts with. */
export interface FollowUpStart {
  readonly ok: true
  readonly target: string
  readonly data: FormValue
}

/**
 * The follow-up of a document that may be claimed by the caller now.
 *
 * @throws Refused with the reason: it leads nowhere, is not completed or not theirs, is claimed already, or they may not file the claim
 */
export async function followUpStartOf(context: CommandContext, id: string): Promise<FollowUpStart> {
  const document = await read(context, id)
  const { form: { onward: next }, process } = document
  const { host, db, caller } = context
  if (!next || !host.forms.has(next.form) || process.status !== 'completed' || process.starter !== caller.id)
    throw new Refused('documents.leadsNowhere')
  if (!(await nextDocumentOf(db, document, caller))) throw new Refused('documents.claimedAlready', {}, [takenAlready(next)])
  if ((await startableForms(context, [formOf(host, next.form)])).length === 0) throw new Refused('documents.noClaimFunction')
  return { ok: true, target: next.form, data: { [next.link]: [id] } }
}

/** In the words of the form. */
const takenAlready = ({ link, taken }: NextDocument): FieldProblem => ({ field: link, code: 'documents.claimedAlready', message: taken })
