import { type ApprovalNode, type Flow, terminalWords } from '#kernel/flow.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { CommandOf } from '../command.ts'
import type { Event } from '../event.ts'
import { forbidden, refusal, stateMoved, taskMoved } from '../reason.ts'
import { isExcluded, ownDocument } from '../resolve/interested.ts'
import { openTasks, taskOf } from '../state.ts'
import { approvalNode } from '../tree.ts'
import type { Action, DocumentState, DocumentStatus, Facts, NodeRun, Refusal, Task } from '../types.ts'
import { startNode } from '../types.ts'
import type { Execution } from '../execution.ts'
import { execute } from '../execution.ts'

export interface Situation {
  readonly flow: Flow
  readonly document: DocumentState
  readonly facts: Facts
}

/** A person's attempt to act on a document, with the task that they have open, if any. */
export interface Attempt extends Situation {
  readonly person: string
  readonly task?: string
}

/** The definition of an action on documents. */
export interface ActionDefinition<A extends Action> {
  readonly name: A
  /** Guard: the reason why the person may not start the action. The button is hidden, and the server refuses, by the same guard. */
  refuse(attempt: Attempt): Refusal | undefined
  /** Validates the command: the reason why it is refused as filled in. */
  check?(situation: Situation, command: CommandOf<A>): Refusal | undefined
  /** Executes the command: its events, or the reason for refusing it. */
  decide(situation: Situation, command: CommandOf<A>): Event[] | Refusal
}

/** Declares an action, for buttons and server. */
export const defineAction = <A extends Action>(definition: ActionDefinition<A>): ActionDefinition<A> => Object.freeze(definition)

/** Starts the execution of a person's decision. */
export const executionOf = ({ flow, facts, document }: Situation, by: string, unchanged = false): Execution =>
  execute({ flow, facts, document, by, unchanged })

/** Runs guards in order and returns the first refusal. */
export function firstReason(...guards: readonly (() => Refusal | undefined)[]): Refusal | undefined {
  for (const guard of guards) {
    const refused = guard()
    if (refused) return refused
  }
  return undefined
}

/** Refuses unless the document is in one of the states. */
export const inState = ({ document }: Situation, ...states: readonly DocumentStatus[]): Refusal | undefined =>
  states.includes(document.status) ? undefined : stateMoved

/** Refuses everybody but the initiator. */
export const onlyStarter = ({ document, person }: Attempt): Refusal | undefined =>
  person === document.starter ? undefined : forbidden('onlyStarter')

/** Refuses actions that the flow hides, and those that the host refuses (`undoRefusal`). */
export const offered = ({ flow, facts }: Situation, action: Action): Refusal | undefined =>
  flow.settings.hidden?.includes(action) ? refusal('notAvailable') : facts.undoRefusal?.(action)

/** Refuses a task that is not the person's, is not due yet or already handled, or does not offer the action at its node. */
export function taskGuard(attempt: Attempt, action: Action): Refusal | undefined {
  const task = heldTask(attempt)
  return firstReason(
    () => inState(attempt, 'inApproval'),
    () => notHeld(attempt, task),
    () => (task ? unavailableAt(attempt, task, action) : undefined),
    () => (task ? decidedElsewhere(attempt, task, action) : undefined),
    () => offered(attempt, action),
  )
}

/** Extends `taskGuard` for decisions: refuses a person with a personal interest in the document. */
export function decisionGuard(attempt: Attempt, action: Action): Refusal | undefined {
  const refused = taskGuard(attempt, action)
  const task = heldTask(attempt)
  const node = task && approvalNode(attempt.flow, task.node)?.block
  return refused ?? (node && isExcluded(node, attempt, attempt.person) ? ownDocument(attempt, attempt.person) : undefined)
}

/** The task given in the attempt, else the person's first open task. */
export const heldTask = ({ document, person, task }: Attempt): Task | undefined =>
  task === undefined ? openTasks(document).find((open) => open.person === person) : taskOf(document, task)

/** Node, run and task of a command that has passed its guard. */
export interface TaskContext {
  readonly task: Task
  readonly run: NodeRun
  readonly node: ApprovalNode
}

/** Returns task, run and node of a command. @throws Error if the guard was not run before */
export function taskContextOf({ flow, document }: Situation, id: string): TaskContext {
  const task = taskOf(document, id)
  const run = document.runs.find((candidate) => candidate.id === task?.run)
  const node = task && approvalNode(flow, task.node)?.block
  if (!task || !run || !node) throw new Error(`Task ${id} is not on an approval node of this flow`)
  return { task, run, node }
}

function notHeld({ person, task: taskId }: Attempt, task: Task | undefined): Refusal | undefined {
  if (!task) return taskId === undefined ? forbidden() : taskMoved
  if (task.person !== person) return task.owner === person ? taskMoved : forbidden()
  if (task.state === 'running') return undefined
  if (task.state === 'suspended') return refusal('suspended')
  return task.state === 'waiting' ? refusal('notYourTurn') : taskMoved
}

/** Actions not available to people added by countersign, who may only comment, pass, refuse or transfer. */
const notForAdded: readonly Action[] = ['countersign', 'return', 'hardToDecide']

/** Actions that decide a task; only these are limited to terminals. */
const deciding: readonly Action[] = ['pass', 'refuse', 'return', 'hardToDecide']

function unavailableAt({ flow }: Attempt, task: Task, action: Action): Refusal | undefined {
  const hidden = approvalNode(flow, task.node)?.block.hidden ?? []
  const added = task.parent !== undefined && notForAdded.includes(action)
  return task.node === startNode || added || hidden.includes(action) ? refusal('notAvailable') : undefined
}

function decidedElsewhere({ flow, facts: { terminal } }: Attempt, task: Task, action: Action): Refusal | undefined {
  const { terminals = [] } = approvalNode(flow, task.node)?.block ?? {}
  return deciding.includes(action) && terminals.length > 0 && isElsewhere(terminals, terminal)
    ? refusal('otherTerminal', { terminals: bilingual(terminalWords(terminals)) })
    : undefined
}

/** Returns whether tasks of a node are decided on other terminals than this one. */
export const isElsewhere = (allowed: ApprovalNode['terminals'], terminal: Facts['terminal']): boolean =>
  allowed !== undefined && terminal !== undefined && !allowed.includes(terminal)
