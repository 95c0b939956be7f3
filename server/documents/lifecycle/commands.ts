import type { Command } from '#approval/command.ts'
import { taskOf } from '#approval/state.ts'
import type { DocumentState, Explanation } from '#approval/types.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Flow } from '#kernel/flow.ts'
import type { InterventionProposal } from '#approval/wire/intervention.ts'
import { attachTo } from '#server/attachments/attachments.ts'
import { type CommandContext, changeEvents, decideOn, missingUnlessReadable, open, type OpenDocument, commit } from './run-command.ts'
import { fieldsOfFlow } from '../definitions/flow-contents.ts'
import { evaluationAt } from '../values/form-facts.ts'
import { withExplanations, noSuchTask } from './pass.ts'
import { awaitsConfirmation, propose } from '../interventions/propose.ts'
import { mayRead } from '../visibility/scope.ts'

/** A command without actor and time. */
export type CommandInput = Command extends infer Each ? (Each extends unknown ? Omit<Each, 'by' | 'at'> : never) : never

/** The result of an action. */
export interface CommandResult {
  readonly process: DocumentState
  readonly opened: OpenDocument
  /** Set where a second person has to confirm the action; the document is unchanged. */
  readonly proposal?: InterventionProposal
}

/** Performs one action on a document. */
export async function act(context: CommandContext, document: string, ask: CommandInput): Promise<CommandResult> {
  return actOn(context, await open(context, { document }), ask)
}

/** Like `act`, for a caller without a part in the document: an unreadable document is reported as missing. */
export async function actUnlessMissing(context: CommandContext, document: string, ask: CommandInput): Promise<CommandResult> {
  const opened = await open(context, { document })
  return missingUnlessReadable(context, { document, absent: 'documents.noSuchDocument' }, () => actOn(context, opened, ask))
}

/** Like `act`, for an action on a task. */
export async function actOnTask(context: CommandContext, ask: CommandInput & { task: string }): Promise<CommandResult> {
  const opened = await open(context, { task: ask.task })
  return missingUnlessReadable(context, { document: opened.stored.id, absent: noSuchTask }, () => actOn(context, opened, ask))
}

/** Performs one action on a locked document, or stores it as a proposal where a second person has to confirm it. */
export async function actOn(context: CommandContext, found: OpenDocument, ask: CommandInput): Promise<CommandResult> {
  const command = { ...ask, by: context.caller.id, at: context.at.toISOString() } as Command
  const opened = ask.action === 'move' ? await withFactsFor(context, found, ask.flow) : found
  const { stored, form } = opened
  if (awaitsConfirmation(opened, command))
    return { process: stored.process, opened, proposal: await propose(context, opened, command) }
  const events = decideOn(context, opened, command)
  await attachTo(context.db, { document: stored.id, type: form.key, caller: context.caller.id,
    field: fileFields[ask.action] ?? 'attachmentList' }, ask.attachments ?? [])
  const node = 'task' in ask ? taskOf(stored.process, ask.task)?.node : undefined
  const value = withExplanations(context, opened, { value: stored.value, node, explanations: explanationsOf(ask) })
  const target = ask.action === 'move' ? { ...opened, pinned: await context.flows.pinned(context.db, form.key, ask.to) } : opened
  const process = await commit(context, target, { events: [...changeEvents(context, opened, { value, node }), ...events], value })
  return { process, opened: target }
}

/** The document with the records that another version of its flow needs in addition. */
async function withFactsFor({ host, db, at }: CommandContext, opened: OpenDocument, flow: Flow): Promise<OpenDocument> {
  const { stored, form, pinned } = opened
  const evaluation = await evaluationAt(host, db, { at, form, flow, document: stored.id, versions: stored.versions })
  await evaluation.know(fieldsOfFlow(form, pinned.flow), stored.value)
  await evaluation.know(fieldsOfFlow(form, flow), { ...stored.value })
  return { ...opened, evaluation }
}

/** Actions that may also name files in a field of their own, instead of a list. */
const fileFields: Readonly<Partial<Record<CommandInput['action'], string>>> = { comment: 'attachmentId', copy: 'attachmentId' }

const explanationsOf = (ask: CommandInput): readonly Explanation[] => (ask.action === 'transfer' ? (ask.explanations ?? []) : [])

/** Refuses documents that the caller may not read. @throws Missing */
export async function mustRead(context: Pick<CommandContext, 'host' | 'db' | 'caller'>, document: string): Promise<void> {
  if (!(await mayRead(context, document))) throw new Missing('documents.noSuchDocument')
}

/** Demands that the named people exist and are enabled. @throws Refused */
export async function mustBeEnabled({ host, db }: Pick<CommandContext, 'host' | 'db'>, people: readonly string[],
  field: string): Promise<void> {
  if (people.length === 0) return
  const directory = await host.directory(db)
  const gone = people.find((id) => !directory.person(id)?.enabled)
  if (gone === undefined) return
  const problem = { field, code: 'documents.personDisabled', parameters: { name: directory.person(gone)?.name ?? gone } }
  throw new Refused(problem.code, problem.parameters, [problem])
}
