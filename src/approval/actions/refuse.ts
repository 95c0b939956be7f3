import { judgeLength } from '../opinion.ts'
import { settle } from '../settle.ts'
import { happen, outcome } from '../walk.ts'
import { defineAction, held, taskGuard, walkOf } from './action.ts'

/** T-05: one refusal ends the document, unless the node counts it as a vote. */
export const refuse = defineAction({
  name: 'refuse',
  refuse: (attempt) => taskGuard(attempt, 'refuse'),
  check: (_, { comment }) => judgeLength(comment),
  decide: (situation, { by, task: id, comment, attachments }) => {
    const { task, run } = held(situation, id)
    const walk = walkOf(situation, by)
    const isVote = typeof run.mode === 'object' && !run.veto && task.parent === undefined
    happen(walk, { type: isVote ? 'objected' : 'refused', run: run.id, node: run.node, task: id, comment, attachments })
    if (isVote) settle(walk, id)
    return outcome(walk)
  },
})
