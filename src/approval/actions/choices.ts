import { refusal } from '../reason.ts'
import { gone } from '../resolve/assign.ts'
import { judgeChoice } from '../resolve/range.ts'
import { isActive } from '../resolve/superior.ts'
import type { SelectUserRule } from '../tree.ts'
import { approvalNode, selection } from '../tree.ts'
import type { ApproverChoice, Refusal } from '../types.ts'
import type { Situation } from './action.ts'
import { firstReason } from './action.ts'

/** Judges whether an approver may choose these people for later nodes. */
export function judgeChoices(situation: Situation, choices: readonly ApproverChoice[] = []): Refusal | undefined {
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

/** The initiator's choice stays; people may be added only where the node allows it. */
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
