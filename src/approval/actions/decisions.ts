import type { Event } from '../event.ts'
import { completeTask, exit, simulate } from '../advance.ts'
import { judgeChecks, judgeExplanation, judgeLength, judgeOpinion, judgeWord, longestExplanation } from '../nodes/opinion.ts'
import { reason, refusal } from '../reason.ts'
import type { ApproverChoice, Explanation, Refusal, Task } from '../types.ts'
import { approvalNode, choicesOf, choosesPeople, comparePaths, inOtherBranch, selection, type SelectUserRule } from '../tree.ts'
import { runOf } from '../state.ts'
import { emit, type Execution, outcome } from '../execution.ts'
import { decisionGuard, defineAction, executionOf, firstReason, heldTask, type Situation, taskContextOf, taskGuard } from './action.ts'
import { gone } from '../resolve/assign.ts'
import { judgeChoice } from '../resolve/rules.ts'
import { isActive } from '../directory.ts'

/** Passes a task. People added by countersign do not have to meet the node's other requirements. */
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
  decide: (situation, { by, task: id, comment, attachments, explanations, checks, exceptions, choices, unchanged }) => {
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
      ...(exceptions && { exceptions }),
      explanations: explained(task, explanations),
    })
    completeTask(execution, id)
    return withFollowers(execution)
  },
})

/** The approver's explanations, else those that came with the task. */
const explained = (task: Task, explanations: readonly Explanation[] | undefined): readonly Explanation[] | undefined =>
  explanations && explanations.length > 0 ? explanations : (task.explanations ?? explanations)

/** Stores the people chosen for later nodes; choices for other nodes are ignored. */
function choose(execution: Execution, { run }: Task, choices: readonly ApproverChoice[] = []): void {
  const here = runOf(execution.document, run)?.path ?? []
  const later = choicesOf(execution.flow, choices).filter(({ path }) => comparePaths(path, here) > 0 && !inOtherBranch(path, here))
  if (later.length > 0) emit(execution, { type: 'peopleChosen', choices: later.map(({ choice }) => choice) })
}

/** The outcome, refused while a later node with chosen approvers has none. */
function withFollowers(execution: Execution): Event[] | Refusal {
  if (!choosesPeople(execution.flow)) return outcome(execution)
  const unchosen = reason('chooseEveryApprover').code
  const missing = [...execution.violations, ...simulate(execution).violations].find(({ refusal: { code } }) => code === unchosen)
  return missing ? refusal('chooseFollowing', {}, missing.node) : outcome(execution)
}

/** Checks whether an approver may choose these people for later nodes. */
function judgeChoices(situation: Situation, choices: readonly ApproverChoice[] = []): Refusal | undefined {
  return firstReason(...choices.map((choice) => () => judge(situation, choice)))
}

function judge(situation: Situation, { node, people }: ApproverChoice): Refusal | undefined {
  const block = approvalNode(situation.flow, node)?.block
  const rule = block && selection(block.by)
  if (!rule) return undefined
  return firstReason(
    () => judgeChange(situation, rule, { node, people }),
    () => judgeChoice(rule, { ...situation, node }, people),
    () => judgePresence(situation, people),
  )
}

/** Keeps the initiator's choice; people may be added only if the node allows it. */
function judgeChange({ document }: Situation, rule: SelectUserRule, { node, people }: ApproverChoice): Refusal | undefined {
  const before = document.choices.find((choice) => choice.node === node)?.people ?? []
  if (before.length === 0) return undefined
  if (before.some((person) => !people.includes(person))) return refusal('cannotRemove', {}, node)
  const adds = people.some((person) => !before.includes(person))
  return adds && !rule.canAdd ? refusal('cannotAdd', {}, node) : undefined
}

function judgePresence(situation: Situation, people: readonly string[]): Refusal | undefined {
  const absent = people.find((person) => !isActive(situation.facts.directory, person))
  return absent === undefined ? undefined : gone(situation, absent)
}

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
