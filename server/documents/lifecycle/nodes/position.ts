import { taskOf } from '#approval/state.ts'
import type { Command } from '#approval/command.ts'
import type { Action, DocumentState, Refusal, Task } from '#approval/types.ts'
import type { CurrentTask } from '#approval/wire/filed-document.ts'
import { Forbidden, type FreshState, Refused, StateMoved, TaskMoved } from '#kernel/errors.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { reasonFieldAt } from '../hard-reason.ts'
import { currentNodes } from '#server/documents/store/store.ts'
import { detailRoute, stateCodes } from '#server/documents/wire.ts'

/** The position of a document, as every action answers it. */
export interface DocumentPosition {
  readonly state: number
  readonly currentTask: CurrentTask | null
}

/** A document on its flow, as somebody reads it. */
export interface DocumentOnFlow {
  readonly flow: Flow
  readonly process: DocumentState
  readonly locale: Locale
}

/** @param task the caller's own running task, where there is one */
export function positionOf(flow: Flow, process: DocumentState, locale: Locale, task?: string): DocumentPosition {
  const [node] = currentNodes(flow, process)
  return {
    state: stateCodes[process.status],
    currentTask: node ? { id: task ?? null, name: node[locale], nodeId: node.id, assigneeList: node.people } : null,
  }
}

/** The current position of a document, for a caller who was slower. */
export const fresh = ({ flow, process, locale }: DocumentOnFlow): FreshState => ({
  ...positionOf(flow, process, locale),
  routeName: detailRoute(process.form),
})

/** The error of a refusal of the engine; someone who was slower learns where the document stands now. */
export function refusalError(refusal: Refusal, command: Command, at?: DocumentOnFlow): Error {
  const { kind, code, parameters } = at ? asMoved(refusal, command, at.process) : refusal
  if (kind === 'forbidden') return new Forbidden(code, parameters)
  if (kind === 'taskMoved') return new TaskMoved(at && fresh(at), code)
  if (kind === 'stateMoved') return new StateMoved(at && fresh(at), code)
  const field = fieldOf(refusal, command, at)
  return new Refused(code, parameters, field ? [{ field, code, parameters }] : [])
}

/** A caller who was slower is answered that the task has moved, also where the document has ended or the task is suspended. */
function asMoved(refusal: Refusal, command: Command, process: DocumentState): Refusal {
  if (!('task' in command) || command.action === 'cancelCountersign') return refusal
  const state = taskOf(process, command.task)?.state
  if (isOver(refusal, state)) return { ...refusal, code: 'approval.taskMoved', kind: 'taskMoved' }
  return refusal.kind === 'refused' && state === 'suspended' ? { ...refusal, kind: 'taskMoved' } : refusal
}

const isOver = ({ kind }: Refusal, state: Task['state'] | undefined): boolean =>
  kind === 'stateMoved' || (kind === 'refused' && (state === 'done' || state === 'cancelled'))

/** The field of the call that a refusal belongs to. */
function fieldOf({ field, code }: Refusal, command: Command, at: DocumentOnFlow | undefined): string | undefined {
  const own = wireFields[command.action] ?? {}
  if (field === undefined) return aboutPeople.has(code) ? own['people'] : undefined
  if (field === 'reason') return reasonField(command, at)
  return own[field] ?? everywhere[field] ?? field
}

function reasonField(command: Command, at: DocumentOnFlow | undefined): string | undefined {
  return at && 'task' in command ? reasonFieldAt(at.flow, taskOf(at.process, command.task)?.node ?? '') : undefined
}

/** Parameters of the engine's commands, as the calls name them. */
const everywhere: Readonly<Record<string, string>> = { explanations: 'explainDtoList', checks: 'checkList' }
const wireFields: Readonly<Partial<Record<Action, Readonly<Record<string, string>>>>> = {
  transfer: { people: 'assignee' },
  reassign: { people: 'assignee' },
  countersign: { people: 'assigneeList', order: 'orderType' },
  copy: { people: 'userIds' },
  return: { target: 'desNodeId' },
  jump: { target: 'targetNodeId' },
}

/** Problems of a person whom the caller named, without a field. */
const aboutPeople: ReadonlySet<string> = new Set(['approval.approverLeft', 'approval.approverDisabled'])
