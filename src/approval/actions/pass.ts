import type { Event } from '../event.ts'
import { foresee } from '../foresee.ts'
import { judgeChecks, judgeExplanation, judgeLength, judgeOpinion } from '../opinion.ts'
import { reason, refusal } from '../reason.ts'
import { settle } from '../settle.ts'
import type { Choice, Refusal } from '../types.ts'
import type { Walk } from '../walk.ts'
import { happen, outcome } from '../walk.ts'
import { defineAction, firstReason, held, taskGuard, walkOf } from './action.ts'
import { judgeChoices } from './choices.ts'

/** T-03, T-04: an approver agrees. Someone added by countersign owes no more than that. */
export const pass = defineAction({
  name: 'pass',
  refuse: (attempt) => taskGuard(attempt, 'pass'),
  check: (situation, { task: id, comment, explanations, checks, choices }) => {
    const { node, task } = held(situation, id)
    const given = firstReason(() => judgeLength(comment), () => judgeChoices(situation, choices))
    if (given || task.parent !== undefined) return given
    return firstReason(
      () => judgeOpinion(node, situation.facts, comment),
      () => judgeExplanation(node, explanations),
      () => judgeChecks(node, checks),
    )
  },
  decide: (situation, { by, task: id, comment, attachments, explanations, checks, choices, unchanged }) => {
    const { task } = held(situation, id)
    const walk = walkOf(situation, by, unchanged)
    choose(walk, choices)
    happen(walk, {
      type: 'passed', run: task.run, node: task.node, task: id, result: 'passed', comment, attachments, explanations, checks,
    })
    settle(walk, id)
    return withFollowers(walk)
  },
})

export function choose(walk: Walk, choices: readonly Choice[] = []): void {
  if (choices.length > 0) happen(walk, { type: 'peopleChosen', choices })
}

/** every later node whose people are chosen by hand has them before the document goes on. */
export function withFollowers(walk: Walk): Event[] | Refusal {
  const unchosen = reason('chooseEveryApprover').code
  const missing = [...walk.troubles, ...foresee(walk).troubles].find(({ refusal: { code } }) => code === unchosen)
  return missing ? refusal('chooseFollowing', {}, missing.node) : outcome(walk)
}
