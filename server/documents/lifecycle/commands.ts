import type { Command } from '#approval/command.ts'
import { taskOf } from '#approval/state.ts'
import type { DocumentState, Explanation } from '#approval/types.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { InterventionProposal } from '#approval/wire/intervention.ts'
import { attachTo } from '#server/attachments/attachments.ts'
import { type CommandContext, changeEvents, decideOn, discreetly, open, type OpenDocument, commit } from './run-command.ts'
import { withExplanations } from './nodes/explanations.ts'
import { noSuchTask } from './pass.ts'
import { awaitsConfirmation, propose } from '../interventions/propose.ts'
import { mayRead } from '../visibility/scope.ts'

/** A command without who gives it and when. */
export type CommandInput = Command extends infer Each ? (Each extends unknown ? Omit<Each, 'by' | 'at'> : never) : never

/** The result of an action. */
export interface CommandResult {
  readonly process: DocumentState
  readonly opened: OpenDocument
  /** The document stays as it is: a second person has to confirm what was asked for. */
  readonly proposal?: InterventionProposal
}

/** Does one action on a document. */
export async function act(context: CommandContext, document: string, ask: CommandInput): Promise<CommandResult> {
  return actOn(context, await open(context, { document }), ask)
}

/** The same for somebody who may do it without having a part in the document: what they may not see does not exist. */
export async function actDiscreetly(context: CommandContext, document: string, ask: CommandInput): Promise<CommandResult> {
  const opened = await open(context, { document })
  return discreetly(context, { document, absent: 'documents.noSuchDocument' }, () => actOn(context, opened, ask))
}

/** The same for an action on a task. */
export async function actOnTask(context: CommandContext, ask: CommandInput & { task: string }): Promise<CommandResult> {
  const opened = await open(context, { task: ask.task })
  return discreetly(context, { document: opened.stored.id, absent: noSuchTask }, () => actOn(context, opened, ask))
}

/** Does one action on a locked document, or keeps it as a proposal where a second person has to confirm it. */
export async function actOn(context: CommandContext, opened: OpenDocument, ask: CommandInput): Promise<CommandResult> {
  const command = { ...ask, by: context.caller.id, at: context.at.toISOString() } as Command
  const { stored, form } = opened
  if (awaitsConfirmation(opened, command))
    return { process: stored.process, opened, proposal: await propose(context, opened, command) }
  const events = decideOn(context, opened, command)
  await attachTo(context.db, { document: stored.id, type: form.key, caller: context.caller.id,
    field: fileFields[ask.action] ?? 'attachmentList' }, ask.attachments ?? [])
  const node = 'task' in ask ? taskOf(stored.process, ask.task)?.node : undefined
  const value = withExplanations(context, opened, { value: stored.value, node, explanations: explanationsOf(ask) })
  const process = await commit(context, opened, { events: [...changeEvents(context, opened, { value, node }), ...events], value })
  return { process, opened }
}

/** The other form in which a call names its files, beside a list. */
const fileFields: Readonly<Partial<Record<CommandInput['action'], string>>> = { comment: 'attachmentId', copy: 'attachmentId' }

const explanationsOf = (ask: CommandInput): readonly Explanation[] => (ask.action === 'transfer' ? (ask.explanations ?? []) : [])

/** Refuses what the caller may not even see. @throws Missing */
export async function mustRead(context: Pick<CommandContext, 'host' | 'db' | 'caller'>, document: string): Promise<void> {
  if (!(await mayRead(context, document))) throw new Missing('documents.noSuchDocument')
}

/** People whom a caller names must exist and be enabled. @throws Refused */
export async function mustBeEnabled({ host, db }: Pick<CommandContext, 'host' | 'db'>, people: readonly string[],
  field: string): Promise<void> {
  if (people.length === 0) return
  const directory = await host.directory(db)
  const gone = people.find((id) => !directory.person(id)?.enabled)
  if (gone === undefined) return
  const problem = { field, code: 'documents.personDisabled', parameters: { name: directory.person(gone)?.name ?? gone } }
  throw new Refused(problem.code, problem.parameters, [problem])
}
