import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { definitionOfDocument, type DocumentHost } from '../host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { nodeOf } from '../lifecycle/pass.ts'
import { asksOutside, askOutside, ExternalValuesMissing } from './external-values.ts'
import { evaluationAt } from './form-facts.ts'
import { type Valuation, valueAtNode, valueAtStart } from './valuation.ts'

/** Milliseconds that an answer serves while a form is filled in. */
const whileEditing = 60_000

/** Asks other systems what a filing needs, before its transaction. Without a right to file, nothing is to be asked. */
export async function askForFiling({ host, db, caller, at }: CommandContext,
  { form, incoming, before }: { readonly form: Form; readonly incoming: FormValue; readonly before: FormValue | undefined }
): Promise<
  void
> {
  if (!asksOutside(form)) return
  const valuation = await valueAtStart(host, db, { form, caller, at, before, incoming, accepted: [],
    document: { id: 'draft', round: 1, starter: caller.id } })
  await ask(host, form, valuation, { moments: ['edit', 'submit'] })
}

/** The same while a form is filled in. @returns whether there was something to be asked, so that it has to be valued anew */
export async function askWhileEditing(host: DocumentHost, form: Form, valuation: Valuation): Promise<boolean> {
  if (!asksOutside(form)) return false
  await ask(host, form, valuation, { moments: ['edit'], maxAge: whileEditing })
  return true
}

/** Does an action at once, or, where its form turns out to need other systems, again once they have been asked. */
export async function askingOnDemand<Result>(act: (isUnasked: boolean) => Promise<Result>, askNow: () => Promise<void>): Promise<Result> {
  try {
    return await act(true)
  } catch (error) {
    if (!(error instanceof ExternalValuesMissing)) throw error
    await askNow()
    return act(false)
  }
}

/** Asks what a task that is about to be passed needs; for whoever does not hold it, nothing. */
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
}

const ask = (host: DocumentHost, form: Form, { value, evaluation, step: { before } }: Valuation,
  how: { readonly moments: readonly string[]; readonly maxAge?: number }): Promise<void> =>
  askOutside({ external: host.external, form, facts: evaluation }, { value, before }, how)
