import { arrive } from '../advance.ts'
import { judgeLength } from '../opinion.ts'
import { nameOf, reason, refusal } from '../reason.ts'
import { isActive } from '../resolve/superior.ts'
import { canResumeDirectly, closedBy, targetRun } from '../targets.ts'
import type { Refusal } from '../types.ts'
import { startNode } from '../types.ts'
import type { Walk } from '../execution.ts'
import { happen, nextVisit, outcome } from '../execution.ts'
import type { Held, Situation } from './action.ts'
import { defineAction, firstReason, held, taskGuard, walkOf } from './action.ts'
import type { CommandOf } from '../command.ts'

/** T-06, T-07, 4.6: sends the document back to an earlier node, or to its initiator for change. */
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
    const walk = walkOf(situation, command.by)
    const place = held(situation, command.task)
    const path = targetRun(situation.document, place.run, command.target)?.path ?? []
    sendBack(walk, place, command, path)
    if (command.target === startNode) waitAtStart(walk)
    else arrive(walk, path)
    return outcome(walk)
  },
})

function judgeTarget(situation: Situation, task: string, target: string): Refusal | undefined {
  if (target === '') return refusal('returnTarget', {}, 'target')
  if (target === startNode) return judgeStarter(situation)
  return targetRun(situation.document, held(situation, task).run, target) ? undefined : refusal('noReturnTarget', {}, 'target')
}

/** Only the initiator can change and resubmit a document: it would wait for ever for one who is disabled or has left. */
function judgeStarter({ document: { starter }, facts: { directory } }: Situation): Refusal | undefined {
  return isActive(directory, starter) ? undefined : refusal('initiatorGone', { name: nameOf(directory, starter) }, 'target')
}

/** The flow's own way gives in where the document cannot come straight back; a choice of it is refused. */
function judgeResume(situation: Situation, { task, target, resume }: CommandOf<'return'>): Refusal | undefined {
  if (resume !== 'direct') return undefined
  const { run } = held(situation, task)
  const path = targetRun(situation.document, run, target)?.path ?? []
  return canResumeDirectly(situation.flow, run.path, path) ? undefined : refusal('noDirectResume', {}, 'resume')
}

function sendBack(walk: Walk, { run }: Held, command: CommandOf<'return'>, path: readonly number[]): void {
  const { task, target, comment, attachments } = command
  happen(walk, {
    type: 'returned', run: run.id, node: run.node, task, target, comment, attachments, fromPath: run.path,
    targetRun: nextVisit(walk.document, target).run,
    resume: canResumeDirectly(walk.flow, run.path, path) ? (command.resume ?? walk.flow.settings.resumeMode) : 'sequential',
    closed: closedBy(walk.document, path),
  })
}

/** The start node has one task: the initiator's. */
function waitAtStart(walk: Walk): void {
  const place = { ...nextVisit(walk.document, startNode), node: startNode }
  const person = walk.document.starter
  const task = `${place.run}-0`
  happen(walk, {
    type: 'nodeEntered', ...place, path: [], mode: 'any', veto: true,
    tasks: [{
      id: task, ...place, index: 0, person, state: 'waiting', origin: 'normal', groups: [''], hops: 0,
      why: [reason('reason.initiator')],
    }],
  })
  happen(walk, { type: 'taskOpened', run: place.run, node: startNode, task, person })
}
