import type { FlowSettings } from '#kernel/flow.ts'
import { enter } from '../advance.ts'
import { judgeLength } from '../nodes/opinion.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { isActive } from '../resolve/superior.ts'
import { canResumeDirectly, closedBy, targetRun } from '../targets.ts'
import type { Refusal } from '../types.ts'
import { startNode } from '../types.ts'
import type { Execution } from '../execution.ts'
import { emit, nextVisit, outcome } from '../execution.ts'
import type { TaskContext, Situation } from './action.ts'
import { defineAction, firstReason, taskContextOf, taskGuard, executionOf } from './action.ts'
import type { CommandOf } from '../command.ts'

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
