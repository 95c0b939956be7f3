import type { ApprovalNode } from '#kernel/flow.ts'
import { isEarly, isValueOf, missingCode, statedIn } from '#kernel/flow/opinion-facts.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { checksOf, markersOf, opinionIsRequired } from './automatic.ts'
import type { Check } from '../command.ts'
import { refusal } from '../reason.ts'
import type { Explanation, Facts, Refusal } from '../types.ts'

/** Maximum length of an opinion or comment, in characters. */
const longestComment = 8000
/** Maximum length of an explanation or reason, in characters. */
export const longestExplanation = 1000

/** Refuses an empty opinion where the node requires one. */
export const judgeWord = (node: ApprovalNode, facts: Facts, comment = ''): Refusal | undefined =>
  comment.trim() === '' && opinionIsRequired(node, facts) ? refusal('opinionRequired', {}, 'comment') : undefined

/** Refuses an opinion that does not meet the node's requirements. */
export function judgeOpinion(node: ApprovalNode, facts: Facts, comment = ''): Refusal | undefined {
  const silent = judgeWord(node, facts, comment)
  if (silent) return silent
  for (const text of markersOf(node, facts)) {
    const refused = judgeFact(text, facts, comment)
    if (refused) return refused
  }
  return undefined
}

/** Refuses an opinion that does not state a fact, or states a time that lies too far back. */
function judgeFact(text: string, facts: Facts, comment: string): Refusal | undefined {
  const fact = facts.opinionFact?.(text)
  if (!fact) return comment.includes(text) ? undefined : refusal('opinionMustContain', { text }, 'comment')
  const stated = statedIn(comment, fact)
  if (!isValueOf(fact, stated)) return refusal(missingCode(fact), { text }, 'comment')
  return isEarly(fact, stated, new Date(facts.at)) ? refusal('opinionEarly', { text: bilingual(fact) }, 'comment') : undefined
}

/** Refuses a text that is too long; `code` is the message for its input. */
export const judgeLength = (comment = '', code = 'opinionTooLong'): Refusal | undefined =>
  comment.length > longestComment ? refusal(code, {}, 'comment') : undefined

/** Refuses a missing or too long explanation where the node requires one. */
export function judgeExplanation(node: ApprovalNode, explanations: readonly Explanation[] = []): Refusal | undefined {
  if (!node.explains) return undefined
  const text = explanations.find(({ kind = node.explains }) => kind === node.explains)?.text.trim() ?? ''
  return text === '' || text.length > longestExplanation ? refusal(`${node.explains}Explanation`, {}, 'explanations') : undefined
}

/** Refuses unless every check list item is answered, and every failed one explained. */
export function judgeChecks(node: ApprovalNode, facts: Facts, checks: readonly Check[] = []): Refusal | undefined {
  const answers = checksOf(node, facts).map(({ id }) => checks.find(({ item }) => item === id))
  if (answers.includes(undefined)) return refusal('checkList', {}, 'checks')
  const bare = answers.some((answer) => answer?.result === 'fail' && (answer.remark ?? '').trim() === '')
  return bare ? refusal('checkRemark', {}, 'checks') : undefined
}
