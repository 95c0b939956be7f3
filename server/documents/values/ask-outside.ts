import { Refused } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { checkProblems } from '#server/postings/checks.ts'
import { definitionOfDocument, type DocumentHost } from '../host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { nodeOf } from '../lifecycle/pass.ts'
import { asksBefore, asksOutside, askOutside, ExternalValuesMissing } from './external-values.ts'
import { evaluationAt } from './form-facts.ts'
import { type Valuation, valueAtNode, valueAtStart } from './valuation.ts'

/** Time to live of an answer while a form is filled in, ms. */
const whileEditing = 60_000

/** Requests external values for a filing, before its transaction. Callers who may not file must be refused before. */
export async function askForFiling({ host, db, caller, at }: CommandContext,
  { form, incoming, before }: { readonly form: Form; readonly incoming: FormValue; readonly before: FormValue | undefined }
): Promise<
  void
> {
  if (!asksBefore(host, form, 'start')) return
  const valuation = await valueAtStart(host, db, { form, caller, at, before, incoming, accepted: [],
    document: { id: 'draft', round: 1, starter: caller.id } })
  await ask(host, form, valuation, { moments: ['edit', 'submit'] })
  await refuseJudged(host, form, valuation, { node: 'start' })
}

/** Like `askForFiling`, while a form is filled in. @returns whether values may have been read, so that the form must be valued again */
export async function askWhileEditing(host: DocumentHost, form: Form, valuation: Valuation): Promise<boolean> {
  if (!asksOutside(form)) return false
  await ask(host, form, valuation, { moments: ['edit'], maxAge: whileEditing })
  return true
}

/** Performs an action, and repeats it after external values were read if it throws {@link ExternalValuesMissing}. */
export async function askingOnDemand<Result>(act: (isUnasked: boolean) => Promise<Result>, askNow: () => Promise<void>): Promise<Result> {
  try {
    return await act(true)
  } catch (error) {
    if (!(error instanceof ExternalValuesMissing)) throw error
    await askNow()
    return act(false)
  }
}

/** Requests external values for a pass; does nothing unless the caller holds the task. */
export async function askForPass({ host, db, caller, at }: CommandContext,
  { task, incoming }: { readonly task: string; readonly incoming: FormValue }): Promise<void> {
  const stored = await db.selectFrom('document').innerJoin('task', 'task.document', 'document.id').where('task.id', '=', task).selectAll(
    'document',
  ).executeTakeFirst()
  const node = stored && nodeOf(stored.process, task, caller.id)
  if (!stored || node === undefined) return
  const { form, pinned } = await definitionOfDocument(host, db, stored)
  const evaluation = await evaluationAt(host, db, { at, form, flow: pinned.flow, document: stored.id })
  const document = { id: stored.id, number: stored.number, round: stored.process.round, starter: stored.process.starter }
  const valuation = await valueAtNode(host, db, { form, caller, at, node, evaluation, before: stored.value, incoming, accepted: [],
    document })
  await ask(host, form, valuation, { moments: [node] })
  await refuseJudged(host, form, valuation, { node, number: stored.number })
}

/**
 * @throws Refused at the fields that another system would refuse; skipped where our own rules already refuse the value, since the action
 * reports these
 */
async function refuseJudged(host: DocumentHost, form: Form, { value, evaluation: facts, problems }: Valuation,
  { node, number }: { readonly node: string; readonly number?: string }): Promise<void> {
  if (problems.some(({ level = 'block' }) => level === 'block')) return
  const judged = await checkProblems(host, { form, value, facts, number, node })
  if (judged.length > 0) throw new Refused('error.invalidInput', {}, judged)
}

const ask = (host: DocumentHost, form: Form, { value, evaluation, step: { before } }: Valuation,
  how: { readonly moments: readonly string[]; readonly maxAge?: number }): Promise<void> =>
  askOutside({ external: host.external, form, facts: evaluation }, { value, before }, how)
