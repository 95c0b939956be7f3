import type { Explanation } from '../command.ts'
import type { Event } from '../event.ts'
import { foresee } from '../simulate.ts'
import { judgeChecks, judgeExplanation, judgeLength, judgeOpinion } from '../opinion.ts'
import { reason, refusal } from '../reason.ts'
import { settle } from '../complete-task.ts'
import type { Choice, Refusal, Task } from '../types.ts'
import { choicesOf, comparePaths, inOtherBranch } from '../tree.ts'
import { runOf } from '../state.ts'
import type { Walk } from '../execution.ts'
import { happen, outcome } from '../execution.ts'
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
      () => judgeExplanation(node, explained(task, explanations)),
      () => judgeChecks(node, checks),
    )
  },
  decide: (situation, { by, task: id, comment, attachments, explanations, checks, choices, unchanged }) => {
    const { task } = held(situation, id)
    const walk = walkOf(situation, by, unchanged)
    choose(walk, task, choices)
    happen(walk, {
      type: 'passed', run: task.run, node: task.node, task: id, result: 'passed', comment, attachments, checks,
      explanations: explained(task, explanations),
    })
    settle(walk, id)
    return withFollowers(walk)
  },
})

/** What the approver explains, else what came along with the task (T-57). */
const explained = (task: Task, given: readonly Explanation[] | undefined): readonly Explanation[] | undefined =>
  given && given.length > 0 ? given : (task.explanations ?? given)

/** Takes over who was chosen for nodes after this one; what is named for others is not saved (T-40). */
export function choose(walk: Walk, { run }: Task, choices: readonly Choice[] = []): void {
  const here = runOf(walk.document, run)?.path ?? []
  const later = choicesOf(walk.flow, choices).filter(({ path }) => comparePaths(path, here) > 0 && !inOtherBranch(path, here))
  if (later.length > 0) happen(walk, { type: 'peopleChosen', choices: later.map(({ choice }) => choice) })
}

/** every later node whose people are chosen by hand has them before the document goes on. */
export function withFollowers(walk: Walk): Event[] | Refusal {
  const unchosen = reason('chooseEveryApprover').code
  const missing = [...walk.troubles, ...foresee(walk).troubles].find(({ refusal: { code } }) => code === unchosen)
  return missing ? refusal('chooseFollowing', {}, missing.node) : outcome(walk)
}
