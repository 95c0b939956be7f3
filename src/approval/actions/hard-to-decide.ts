import { exit } from '../advance.ts'
import { judgeLength, longestExplanation } from '../nodes/opinion.ts'
import { refusal } from '../reason.ts'
import { runOf } from '../state.ts'
import { emit } from '../execution.ts'
import { defineAction, firstReason, decisionGuard, taskContextOf, heldTask, executionOf } from './action.ts'
import { judgeChoices, choose, withFollowers } from './pass.ts'
import { approvalNode } from '../tree.ts'

/** Refers the decision to the next approver; conditions of the flow read the reason in the form's value. */
export const hardToDecide = defineAction({
  name: 'hardToDecide',
  refuse: (attempt) =>
    firstReason(
      () => decisionGuard(attempt, 'hardToDecide'),
      () => (offersIt(attempt.flow, heldTask(attempt)?.node) ? undefined : refusal('notAvailable')),
    ),
  check: (situation, { reason, comment, choices }) => {
    const length = reason.trim().length
    if (length === 0 || length > longestExplanation) return refusal('hardReason', {}, 'reason')
    return firstReason(() => judgeLength(comment), () => judgeChoices(situation, choices))
  },
  decide: (situation, { by, task: id, reason, comment, attachments, choices }) => {
    const { task } = taskContextOf(situation, id)
    const execution = executionOf(situation, by)
    choose(execution, task, choices)
    emit(execution, { type: 'passed', run: task.run, node: task.node, task: id, result: 'hard', comment: said(reason, comment),
      attachments })
    const run = runOf(execution.document, task.run)
    if (run) exit(execution, run)
    return withFollowers(execution)
  },
})

/** Text for the history: the reason, followed by the approver's remarks on a new line. */
const said = (reason: string, comment = ''): string => [reason, comment.trim()].filter(Boolean).join('\n')

const offersIt = (flow: Parameters<typeof approvalNode>[0], node = ''): boolean =>
  approvalNode(flow, node)?.block.hardToDecide !== undefined
