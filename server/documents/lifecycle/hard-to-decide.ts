import type { ApproverChoice, DocumentState, Explanation } from '#approval/types.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { complete } from '#kernel/evaluate/filling/complete.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type CommandContext, changeEvents, decideOn, missingUnlessReadable, open, type OpenDocument, commit } from './run-command.ts'
import { withExplanations, noSuchTask, nodeOf } from './pass.ts'
import { reasonFieldAt } from './hard-reason.ts'
import { refuseProblems } from '../values/valuation.ts'

/** The call by which an approver refers the decision to the next one. */
export interface HandingOn {
  readonly task: string
  /** The form as the dialog sends it; only the reason is read from it. */
  readonly incoming: FormValue
  /** Remarks in addition to the reason. */
  readonly comment?: string
  readonly choices: readonly ApproverChoice[]
  readonly explanations: readonly Explanation[]
}

/** Refers a decision to the next approver; the reason is stored in the form, where conditions of the flow read it. */
export async function hardToDecide(context: CommandContext, input: HandingOn): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const opened = await open(context, { task: input.task }, { asksBindings: false })
  return missingUnlessReadable(context, { document: opened.stored.id, absent: noSuchTask }, () => handOn(context, input, opened))
}

async function handOn(context: CommandContext, input: HandingOn,
  opened: OpenDocument): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const { task, comment, choices, explanations, incoming } = input
  const { stored, pinned } = opened
  const node = nodeOf(stored.process, task, context.caller.id)
  const field = reasonFieldAt(pinned.flow, node ?? '')
  const entered = field === undefined ? undefined : incoming[field]
  const reason = typeof entered === 'string' ? entered.trim() : ''
  const value = withExplanations(context, opened, { value: field === undefined ? stored.value : await withReason(opened, { field, reason }),
    node, explanations })
  const command = { action: 'hardToDecide', task, reason, comment, choices, by: context.caller.id, at: context.at.toISOString() } as const
  const events = decideOn(context, opened, command, value)
  if (field !== undefined)
    refuseProblems({
      problems: check(opened.form, value, opened.evaluation, { at: node ?? '' }).filter((problem) => problem.field === field),
    })
  const process = await commit(context, opened, { events: [...changeEvents(context, opened, { value, node }), ...events], value })
  return { process, opened }
}

/** The value with the reason, where the form has the field, and with the fields derived from it. */
async function withReason({ form, stored, evaluation }: OpenDocument,
  { field, reason }: { field: string; reason: string }): Promise<FormValue> {
  if (!(field in form.fields)) return stored.value
  await evaluation.know(form.fields, stored.value)
  return complete(form, { ...stored.value, [field]: reason }, evaluation)
}
