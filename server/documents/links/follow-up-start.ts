import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { formPermissions, type Onward } from '#kernel/form.ts'
import { permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/value.ts'
import type { Acting } from '../lifecycle/run-command.ts'
import { read } from '../detail.ts'
import { onwardOf } from './next-document.ts'

/** Where a document leads, and what the form there starts with. */
export interface Claiming {
  readonly ok: true
  readonly target: string
  readonly data: FormValue
}

/**
 * Whether a document may be claimed by the caller now.
 *
 * @throws Refused with the reason: it leads nowhere, is not completed or not theirs, is claimed already, or they may not file the claim
 */
export async function claimingOf(acting: Acting, id: string): Promise<Claiming> {
  const document = await read(acting, id)
  const { form: { onward }, process } = document
  const { host, db, caller } = acting
  if (!onward || !host.forms.has(onward.form) || process.status !== 'completed' || process.starter !== caller.id) throw new Refused('documents.leadsNowhere')
  if (!(await onwardOf(db, document, caller))) throw new Refused('documents.claimedAlready', {}, [takenAlready(onward)])
  if (!permits(caller.permissions, formPermissions(onward.form).add)) throw new Refused('documents.noClaimFunction')
  return { ok: true, target: onward.form, data: { [onward.link]: [id] } }
}

/** In the words of the form. */
const takenAlready = ({ link, taken }: Onward): FieldProblem => ({ field: link, code: 'documents.claimedAlready', message: taken })
