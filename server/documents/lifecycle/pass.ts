import { isDeepStrictEqual } from 'node:util'
import type { Check } from '#approval/command.ts'
import { taskOf } from '#approval/state.ts'
import type { ApproverChoice, DocumentState, Explanation } from '#approval/types.ts'
import { Missing } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { attachTo, keepOthersFiles } from '#server/attachments/attachments.ts'
import { type CommandContext, changeEvents, decideOn, discreetly, open, type OpenDocument, commit } from './run-command.ts'
import { withExplanations } from './nodes/explanations.ts'
import { decided } from './hard-reason.ts'
import { attachmentsOf, bindingProblems, linkRows, lockBound, targetsOf, writeLinks } from '../links/links.ts'
import { exceptionsOf, refuseUnseen } from '../exceptions.ts'
import { rowHoldersOf } from './nodes/row-holders.ts'
import { concernsValue } from './nodes/node-needs.ts'
import { isUnchangedSinceReturn } from './unchanged.ts'
import { readerOf } from '../visibility/scope.ts'
import { asksOutside, ExternalValuesMissing } from '../values/external-values.ts'
import { refuseProblems, type Valuation, valueAtNode } from '../values/valuation.ts'

/** Opinion and changes of an approver who passes. */
export interface PassInput {
  readonly task: string
  readonly incoming: FormValue
  readonly comment?: string
  readonly choices: readonly ApproverChoice[]
  readonly explanations: readonly Explanation[]
  readonly checks: readonly Check[]
  readonly accepted: readonly string[]
  /** Keys of the document's exceptions that the approver has looked at; `all` where nobody looks, as in made-up histories. */
  readonly seen: readonly string[] | 'all'
  /** Other systems have not been asked yet; throws where the form needs their answers. */
  readonly isUnasked?: boolean
}

export const noSuchTask = 'documents.noSuchTask'

/** Passes a task; the fields that its node leaves open may change with it. @throws OutsideUnasked */
export async function pass(context: CommandContext, passing: PassInput): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const opened = await open(context, { task: passing.task }, { asksBindings: false })
  if (passing.isUnasked && asksOutside(opened.form)) throw new ExternalValuesMissing()
  return discreetly(context, { document: opened.stored.id, absent: noSuchTask }, () => passOn(context, passing, opened))
}

async function passOn(context: CommandContext, passing: PassInput,
  opened: OpenDocument): Promise<{ process: DocumentState; opened: OpenDocument }> {
  const { task, comment, choices, explanations, checks } = passing
  const command = {
    action: 'pass',
    task,
    choices,
    explanations,
    checks,
    by: context.caller.id,
    at: context.at.toISOString(),
    ...(comment?.trim() ? { comment } : {}),
  } as const
  const node = nodeOf(opened.stored.process, task, context.caller.id)
  // a task that is gone or somebody else's is refused before anything is said about the form
  if (!node) {
    decideOn(context, opened, command)
    throw new Missing(noSuchTask)
  }
  await mustHaveSeen(context, opened, passing.seen)
  const valued = await valueOf(context, opened, passing, node)
  const unchanged = await isUnchangedSinceReturn(context, opened, { value: valued.value, by: 'approver' })
  const events = decideOn(context, valued.opened, { ...command, unchanged }, valued.value)
  const changed = changeEvents(context, opened, { value: valued.value, node })
  const process = await commit(context, valued.opened, { events: [...changed, ...events], value: valued.value })
  if (changed.length > 0) {
    const { stored: { id, value: before }, form } = opened
    const files = attachmentsOf(form.fields, valued.value)
    await keepOthersFiles(context.db, context.caller.id, attachmentsOf(form.fields, before), files)
    await attachTo(context.db, { document: id, type: form.key, caller: context.caller.id }, files)
  }
  return { process, opened: valued.opened }
}

/** @throws Refused where the document has an exception that the approver has not looked at */
async function mustHaveSeen(context: CommandContext, { stored: { id, value }, form }: OpenDocument,
  seen: PassInput['seen']): Promise<void> {
  if (seen === 'all') return
  const exceptions = await exceptionsOf(context, [{ id, form, value }])
  refuseUnseen(exceptions.get(id) ?? [], seen)
}

/** The node of a running task of this person. */
export function nodeOf(process: DocumentState, task: string, person: string): string | undefined {
  if (process.status !== 'inApproval') return undefined
  for (const run of process.runs) {
    const found = run.tasks.find(({ id }) => id === task)
    if (found) return found.state === 'running' && found.person === person ? run.node : undefined
  }
  return undefined
}

async function valueOf(context: CommandContext, opened: OpenDocument, passing: PassInput,
  node: string): Promise<{ value: FormValue; opened: OpenDocument }> {
  const { host, db, caller, at } = context
  const { stored, form, pinned, evaluation } = opened
  const { explanations, task } = passing
  const valueAfter = decided(pinned.flow, node, stored.value)
  if (!concernsValue(form, node, passing.incoming))
    return { value: withExplanations(context, opened, { value: valueAfter, node, explanations }), opened }
  const valuation = await valueAtNode(host, db, {
    form,
    caller,
    at,
    node,
    before: valueAfter,
    evaluation: { ...evaluation, actsFor: rowHoldersOf(taskOf(stored.process, task)) },
    incoming: passing.incoming,
    accepted: passing.accepted,
    document: { id: stored.id, number: stored.number, round: stored.process.round, starter: stored.process.starter },
  })
  await relink(context, opened, valuation)
  return { value: withExplanations(context, opened, { value: valuation.value, node, explanations }),
    opened: { ...opened, evaluation: valuation.evaluation } }
}

/**
 * Links follow what the approver changed: other documents, or other amounts of them.
 * @throws Refused with the problem of every field
 */
async function relink({ host, db, caller }: CommandContext, { stored, form }: OpenDocument,
  { value, evaluation, problems }: Valuation): Promise<void> {
  const linking = { form, value, facts: evaluation }
  if (isDeepStrictEqual(linkRows(linking), linkRows({ ...linking, value: stored.value }))) return refuseProblems({ problems })
  await lockBound(db, form, value)
  const reader = { ...(await readerOf(host, db, caller)), document: stored.id, forms: host.forms, known: targetsOf(form, stored.value) }
  refuseProblems({ problems: [...problems, ...(await bindingProblems(db, linking, reader))] })
  await writeLinks(db, stored.id, linking)
}
