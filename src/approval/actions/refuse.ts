import { judgeLength, judgeWord } from '../nodes/opinion.ts'
import { completeTask } from '../nodes/complete-task.ts'
import { emit, outcome } from '../execution.ts'
import { defineAction, firstReason, taskContextOf, taskGuard, executionOf } from './action.ts'

/** Refuses. Ends the document, unless the node counts refusals as votes. Requires an opinion where the node does. */
export const refuse = defineAction({
  name: 'refuse',
  refuse: (attempt) => taskGuard(attempt, 'refuse'),
  check: (situation, { task: id, comment }) => {
    const { node, task } = taskContextOf(situation, id)
    const added = task.parent !== undefined
    return firstReason(
      () => judgeLength(comment),
      () => (added ? undefined : judgeWord(node, situation.facts, comment)),
    )
  },
  decide: (situation, { by, task: id, comment, attachments }) => {
    const { task, run } = taskContextOf(situation, id)
    const execution = executionOf(situation, by)
    const isVote = typeof run.mode === 'object' && !run.veto && task.parent === undefined
    emit(execution, { type: isVote ? 'objected' : 'refused', run: run.id, node: run.node, task: id, comment, attachments })
    if (isVote) completeTask(execution, id)
    return outcome(execution)
  },
})
