import { Forbidden, type FreshState, Refused, StateMoved, TaskMoved } from '#kernel/errors.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { taskOf } from '#approval/state.ts'
import type { Command } from '#approval/command.ts'
import type { Action, DocumentState, Refusal, Task } from '#approval/types.ts'
import type { CurrentTask } from '#approval/wire/filed-document.ts'
import { currentNodes } from '#server/documents/store/store.ts'
import { detailRoute, stateCodes } from '#server/documents/wire.ts'

/** The form field for the reason why an approver referred the decision, by the kind of node. */
const reasonFields = { one: 'hardToDecideOneReason', two: 'hardToDecideTwoReason' } as const satisfies Record<
  NonNullable<ApprovalNode['hardToDecide']>,
  string
>

/** The reason field of a node whose approver may refer the decision. */
export function reasonFieldAt(flow: Flow, node: string): string | undefined {
  const kind = approvalNode(flow, node)?.hardToDecide
  return kind && reasonFields[kind]
}

/** The value for a decision by the approver: clears the reason of an earlier referral, which conditions would read. */
export function withoutReferralReason(flow: Flow, node: string, value: FormValue): FormValue {
  const field = reasonFieldAt(flow, node)
  return field === undefined ? value : without(value, [field])
}

/** The value for filing again: clears all reasons of referrals. */
export const withoutReferralReasons = (value: FormValue): FormValue => without(value, Object.values(reasonFields))

function without(value: FormValue, fields: readonly string[]): FormValue {
  if (!fields.some((field) => field in value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, fields.includes(key) ? null : held]))
}

/** The position of a document, as each action returns it. */
export interface DocumentPosition {
  readonly state: number
  readonly currentTask: CurrentTask | null
}

/** A document with its flow and the locale of its reader. */
export interface DocumentOnFlow {
  readonly flow: Flow
  readonly process: DocumentState
  readonly locale: Locale
}

/** @param task id of the caller's running task, if any */
export function positionOf(flow: Flow, process: DocumentState, locale: Locale, task?: string): DocumentPosition {
  const [node] = currentNodes(flow, process)
  return {
    state: stateCodes[process.status],
    currentTask: node ? { id: task ?? null, name: node[locale], nodeId: node.id, assigneeList: node.people } : null,
  }
}

/** The current position of a document, for a caller whose view was outdated. */
export const fresh = ({ flow, process, locale }: DocumentOnFlow): FreshState => ({
  ...positionOf(flow, process, locale),
  routeName: detailRoute(process.form),
})

/** The error of an engine's refusal; for a concurrent change with the document's current position. */
export function refusalError(refusal: Refusal, command: Command, at?: DocumentOnFlow): Error {
  const { kind, code, parameters } = at ? asMoved(refusal, command, at.process) : refusal
  if (kind === 'forbidden') return new Forbidden(code, parameters)
  if (kind === 'taskMoved') return new TaskMoved(at && fresh(at), code)
  if (kind === 'stateMoved') return new StateMoved(at && fresh(at), code)
  const field = fieldOf(refusal, command, at)
  return new Refused(code, parameters, field ? [{ field, code, parameters }] : [])
}

/** A caller whose view was outdated is answered that the task has moved, also where the document has ended or the task is suspended. */
function asMoved(refusal: Refusal, command: Command, process: DocumentState): Refusal {
  if (!('task' in command) || command.action === 'cancelCountersign') return refusal
  const state = taskOf(process, command.task)?.state
  if (isOver(refusal, state)) return { ...refusal, code: 'approval.taskMoved', kind: 'taskMoved' }
  return refusal.kind === 'refused' && state === 'suspended' ? { ...refusal, kind: 'taskMoved' } : refusal
}

const isOver = ({ kind }: Refusal, state: Task['state'] | undefined): boolean =>
  kind === 'stateMoved' || (kind === 'refused' && (state === 'done' || state === 'cancelled'))

/** The field of the call that a refusal refers to. */
function fieldOf({ field, code }: Refusal, command: Command, at: DocumentOnFlow | undefined): string | undefined {
  const own = wireFields[command.action] ?? {}
  if (field === undefined) return aboutPeople.has(code) ? own['people'] : undefined
  if (field === 'reason') return reasonField(command, at)
  return own[field] ?? everywhere[field] ?? field
}

function reasonField(command: Command, at: DocumentOnFlow | undefined): string | undefined {
  return at && 'task' in command ? reasonFieldAt(at.flow, taskOf(at.process, command.task)?.node ?? '') : undefined
}

/** Parameters of the engine's commands, with their names in calls. */
const everywhere: Readonly<Record<string, string>> = { explanations: 'explainDtoList', checks: 'checkList' }
const wireFields: Readonly<Partial<Record<Action, Readonly<Record<string, string>>>>> = {
  transfer: { people: 'assignee' },
  reassign: { people: 'assignee' },
  countersign: { people: 'assigneeList', order: 'orderType' },
  copy: { people: 'userIds' },
  return: { target: 'desNodeId' },
  jump: { target: 'targetNodeId' },
}

/** Refusals that concern people named in the call and have no field. */
const aboutPeople: ReadonlySet<string> = new Set(['approval.approverLeft', 'approval.approverDisabled'])
