import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { NextDocument } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { read } from '../detail.ts'
import { formOf } from '../host.ts'
import { startableForms } from '../lifecycle/starting.ts'
import { nextDocumentOf } from './next-document.ts'

/** The next document of a document, with the initial value of its form. */
export interface FollowUpStart {
  readonly ok: true
  readonly target: string
  readonly data: FormValue
}

/**
 * The next document that the caller may file from a document now.
 * @throws Refused with the reason: there is none, the document is not completed or not theirs, it is already consumed, or they may not
 * file the form
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

/** The form's own message. */
const takenAlready = ({ link, taken }: NextDocument): FieldProblem => ({ field: link, code: 'documents.claimedAlready', message: taken })
