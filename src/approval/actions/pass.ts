import type { Event } from '../event.ts'
import { simulate } from '../preview/simulate.ts'
import { judgeChecks, judgeExplanation, judgeLength, judgeOpinion } from '../nodes/opinion.ts'
import { reason, refusal } from '../reason.ts'
import { completeTask } from '../nodes/complete-task.ts'
import type { ApproverChoice, Explanation, Refusal, Task } from '../types.ts'
import { choicesOf, choosesPeople, comparePaths, inOtherBranch } from '../tree.ts'
import { runOf } from '../state.ts'
import type { Execution } from '../execution.ts'
import { emit, outcome } from '../execution.ts'
import { defineAction, firstReason, decisionGuard, taskContextOf, executionOf } from './action.ts'
import { judgeChoices } from './choices.ts'

/** An approver agrees. Someone added by countersign owes no more than that. */
export const pass = defineAction({
  name: 'pass',
  refuse: (attempt) => decisionGuard(attempt, 'pass'),
  check: (situation, { task: id, comment, explanations, checks, choices }) => {
    const { node, task } = taskContextOf(situation, id)
    const refusal = firstReason(() => judgeLength(comment), () => judgeChoices(situation, choices))
    if (refusal || task.parent !== undefined) return refusal
    return firstReason(
      () => judgeOpinion(node, situation.facts, comment),
      () => judgeExplanation(node, explained(task, explanations)),
      () => judgeChecks(node, situation.facts, checks),
    )
  },
  decide: (situation, { by, task: id, comment, attachments, explanations, checks, choices, unchanged }) => {
    const { task } = taskContextOf(situation, id)
    const execution = executionOf(situation, by, unchanged)
    choose(execution, task, choices)
    emit(execution, {
      type: 'passed',
      run: task.run,
      node: task.node,
      task: id,
      result: 'passed',
      comment,
      attachments,
      checks,
      explanations: explained(task, explanations),
    })
    completeTask(execution, id)
    return withFollowers(execution)
  },
})

/** The approver's explanation, else the one that came along with the task. */
const explained = (task: Task, explanations: readonly Explanation[] | undefined): readonly Explanation[] | undefined =>
  explanations && explanations.length > 0 ? explanations : (task.explanations ?? explanations)

/** Takes over who was chosen for nodes after this one; what is named for others is not saved. */
export function choose(execution: Execution, { run }: Task, choices: readonly ApproverChoice[] = []): void {
  const here = runOf(execution.document, run)?.path ?? []
  const later = choicesOf(execution.flow, choices).filter(({ path }) => comparePaths(path, here) > 0 && !inOtherBranch(path, here))
  if (later.length > 0) emit(execution, { type: 'peopleChosen', choices: later.map(({ choice }) => choice) })
}

/** Every later node whose people are chosen by hand has them before the document goes on. */
export function withFollowers(execution: Execution): Event[] | Refusal {
  if (!choosesPeople(execution.flow)) return outcome(execution)
  const unchosen = reason('chooseEveryApprover').code
  const missing = [...execution.violations, ...simulate(execution).violations].find(({ refusal: { code } }) => code === unchosen)
  return missing ? refusal('chooseFollowing', {}, missing.node) : outcome(execution)
}
