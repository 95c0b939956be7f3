import type { DocumentState, Refusal } from '#approval/types.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { postingRefusal } from '#server/postings/undo-refusal.ts'
import { underWay } from '#server/service-tasks/status.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import type { Evaluation } from '../values/form-facts.ts'
import { type DocumentHost, extensionsOf } from '../host.ts'

interface UndoContext {
  readonly host: DocumentHost
  readonly db: Db
  readonly caller: Pick<Caller, 'id' | 'name' | 'locale'>
  readonly at: Date
}

/** A filed document, as input of the modules' undo checks. */
interface GuardedDocument {
  readonly id: string
  readonly number: string
  readonly form: Form
  readonly value: FormValue
  readonly process: DocumentState
  readonly evaluation: Evaluation
}

/** The document's current step, for extensions. */
export const stepOf = ({ host, db, caller, at }: UndoContext,
  { id, number, form, value, process, evaluation }: GuardedDocument): DocumentStep => ({
    db,
    env: host.env,
    form,
    value,
    actor: caller,
    at,
    directory: evaluation.directory,
    references: host.references,
    document: { id, number, round: process.round, starter: process.starter },
  })

/** The first module's reason why a document may not be undone or withdrawn; used by the button and by the server. */
export async function undoRefusal(context: UndoContext, filed: GuardedDocument): Promise<Refusal | undefined> {
  const { status } = filed.process
  if (status !== 'completed' && status !== 'inApproval') return undefined
  const out = await elsewhere(context, filed)
  if (out) return out
  for (const extension of extensionsOf(context.host, filed.form)) {
    const found = await (status === 'completed' ? extension.undoRefusal : extension.withdrawalRefusal)?.(stepOf(context, filed))
    if (found) return { ...found, refusal: true, kind: 'refused' }
  }
  return undefined
}

/** The refusal where another system has received, or is processing, a service task or posting of the document. */
const elsewhere = async (context: UndoContext, filed: GuardedDocument): Promise<Refusal | undefined> =>
  (await underWay(context.db, filed.process)) ?? postingRefusal(context, filed)
