import type { Flow, FlowSettings } from '#kernel/flow.ts'
import { enter } from '../advance.ts'
import { judgeLength } from '../nodes/opinion.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { isActive } from '../directory.ts'
import { type BlockPath, type DocumentState, type NodeRun, type Refusal, type ReturnTarget, startNode } from '../types.ts'
import { emit, type Execution, nextVisit, outcome } from '../execution.ts'
import { defineAction, executionOf, firstReason, type Situation, type TaskContext, taskContextOf, taskGuard } from './action.ts'
import type { CommandOf } from '../command.ts'
import { liveRuns, ownTasks } from '../state.ts'
import { comparePaths, entersParallel, inOtherBranch, isFrom } from '../tree.ts'

/**
 * The targets to which a running node can be returned: the initiator, and every approval node before it in this round that a person
 * completed. Nodes of parallel branches are excluded.
 */
export function returnTargets(document: DocumentState, from: NodeRun): readonly ReturnTarget[] {
  const target = (node: string, people: readonly string[]): ReturnTarget => ({
    node,
    people,
    again: document.returns.includes(`${from.node}>${node}`),
  })
  const nodes = liveRuns(document).filter((run) => canReturnTo(from, run))
  return [
    target(startNode, [document.starter]),
    ...nodes.map((run) => target(run.node, ownTasks(run).map(({ person }) => person))),
  ]
}

/** The done run of the target node of a return; undefined if it is not a valid target. */
export const targetRun = (document: DocumentState, from: NodeRun, node: string): NodeRun | undefined =>
  liveRuns(document).find((run) => run.node === node && canReturnTo(from, run))

/** Ids of the runs that a return to a path closes: those at or after it. The empty path is the start. */
const closedBy = (document: DocumentState, target: BlockPath): readonly string[] =>
  liveRuns(document).filter((run) => isFrom(run.path, target)).map(({ id }) => id)

/** Returns whether a direct resume is possible: not into a parallel block, whose other branches would be left out. */
export const canResumeDirectly = (flow: Flow, from: BlockPath, target: BlockPath): boolean => !entersParallel(flow, from, target)

function canReturnTo(from: NodeRun, run: NodeRun): boolean {
  const before = comparePaths(run.path, from.path) < 0 && !inOtherBranch(run.path, from.path)
  return before && run.state === 'done' && ownTasks(run).some(({ result }) => result === 'passed' || result === 'hard')
}

/** Sends the document back to an earlier node, or to its initiator for change. */
export const returnTo = defineAction({
  name: 'return',
  refuse: (attempt) => {
    const refused = taskGuard(attempt, 'return')
    return refused?.code === reason('suspended').code ? refusal('notReturnable') : refused
  },
  check: (situation, command) =>
    firstReason(
      () => judgeLength(command.comment),
      () => judgeTarget(situation, command.task, command.target),
      () => judgeResume(situation, command),
    ),
  decide: (situation, command) => {
    const execution = executionOf(situation, command.by)
    const place = taskContextOf(situation, command.task)
    const path = targetRun(situation.document, place.run, command.target)?.path ?? []
    sendBack(execution, place, command, path)
    if (command.target === startNode) waitAtStart(execution)
    else enter(execution, path)
    return outcome(execution)
  },
})

function judgeTarget(situation: Situation, task: string, target: string): Refusal | undefined {
  if (target === '') return refusal('returnTarget', {}, 'target')
  if (target === startNode) return judgeStarter(situation)
  return targetRun(situation.document, taskContextOf(situation, task).run, target) ? undefined : refusal('noReturnTarget', {}, 'target')
}

/** Refuses a return to an initiator who is disabled or has left: nobody else could resubmit the document. */
function judgeStarter({ document: { starter }, facts: { directory } }: Situation): Refusal | undefined {
  return isActive(directory, starter) ? undefined : refusal('initiatorGone', { name: nameOf(directory, starter) }, 'target')
}

/** Refuses an explicit direct resume where it is impossible; the flow's own setting falls back silently. */
function judgeResume(situation: Situation, { task, target, resume }: CommandOf<'return'>): Refusal | undefined {
  if (resume !== 'direct') return undefined
  const { run } = taskContextOf(situation, task)
  const path = targetRun(situation.document, run, target)?.path ?? []
  return canResumeDirectly(situation.flow, run.path, path) ? undefined : refusal('noDirectResume', {}, 'resume')
}

function sendBack(execution: Execution, { run }: TaskContext, command: CommandOf<'return'>, path: readonly number[]): void {
  const { task, target, comment, attachments } = command
  emit(execution, {
    type: 'returned',
    run: run.id,
    node: run.node,
    task,
    target,
    comment,
    attachments,
    fromPath: run.path,
    targetRun: nextVisit(execution.document, target).run,
    resume: canResumeDirectly(execution.flow, run.path, path) ? (command.resume ?? resumeModeOf(execution.flow.settings)) : 'sequential',
    closed: closedBy(execution.document, path),
  })
}

/** The resume mode of a flow: `again` takes precedence over `resumeMode`. */
export const resumeModeOf = ({ again, resumeMode }: FlowSettings): FlowSettings['resumeMode'] =>
  again === undefined || (again === 'changed' && resumeMode === 'direct') ? resumeMode : again === 'straightBack' ? 'direct' : 'sequential'

/** Opens the start node, whose only task is the initiator's. */
function waitAtStart(execution: Execution): void {
  const place = { ...nextVisit(execution.document, startNode), node: startNode }
  const person = execution.document.starter
  const task = `${place.run}-0`
  emit(execution, {
    type: 'nodeEntered',
    ...place,
    path: [],
    mode: 'any',
    veto: true,
    tasks: [{
      id: task,
      ...place,
      index: 0,
      person,
      state: 'waiting',
      origin: 'normal',
      groups: [''],
      hops: 0,
      why: [reason('reason.initiator')],
    }],
  })
  emit(execution, { type: 'taskOpened', run: place.run, node: startNode, task, person })
}
