import { judgeLength } from '../nodes/opinion.ts'
import { forbidden, nameOf, reason, refusal } from '../reason.ts'
import { gone } from '../resolve/assign.ts'
import { isActive } from '../directory.ts'
import { isInterested, isParticipant } from '../state.ts'
import type { Facts, Refusal } from '../types.ts'
import { emit, outcome } from '../execution.ts'
import { type Attempt, defineAction, executionOf, firstReason, offered } from './action.ts'

/** Maximum number of people per copy. */
const mostPeople = 50

/** Copies the document to other people in any state; for participants. */
export const copy = defineAction({
  name: 'copy',
  refuse: (attempt) => (isParticipant(attempt.document, attempt.person) ? offered(attempt, 'copy') : forbidden()),
  check: ({ facts }, { people, comment }) =>
    firstReason(
      () => judgeLength(comment),
      () => judgePeople(facts, people),
    ),
  decide: (situation, { by, people, comment, attachments }) => {
    const copied = new Set(situation.document.copies.map(({ person }) => person))
    const news = [...new Set(people)].filter((person) => !copied.has(person))
    if (news.length === 0) return refusal('alreadyCopied', {}, 'people')
    const execution = executionOf(situation, by)
    const why = [reason('reason.copiedBy', { name: nameOf(situation.facts.directory, by) })]
    emit(execution, { type: 'copied', source: 'manual', people: news.map((person) => ({ person, why })), comment, attachments })
    return outcome(execution)
  },
})

const mayComment = (attempt: Attempt): boolean =>
  isParticipant(attempt.document, attempt.person) || isInterested(attempt, attempt.person) ||
  attempt.facts.isMentioned?.(attempt.person) === true

function judgePeople(facts: Facts, people: readonly string[]): Refusal | undefined {
  if (people.length === 0) return refusal('choosePeople', {}, 'people')
  if (people.length > mostPeople) return refusal('tooMany', { n: mostPeople }, 'people')
  const absent = people.find((person) => !isActive(facts.directory, person))
  return absent === undefined ? undefined : gone({ facts }, absent)
}

/** Comments in any state; for participants, people with a personal interest in the document, and people mentioned in a comment. */
export const comment = defineAction({
  name: 'comment',
  refuse: (attempt) => (mayComment(attempt) ? offered(attempt, 'comment') : forbidden()),
  check: (_, { comment: text = '' }) =>
    firstReason(
      () => (text.trim() === '' ? refusal('commentEmpty', {}, 'comment') : undefined),
      () => judgeLength(text),
    ),
  decide: (situation, { by, comment: text, attachments, mentioned = [] }) => {
    const execution = executionOf(situation, by)
    emit(execution, { type: 'commented', comment: text, attachments, mentioned: [...new Set(mentioned)] })
    return outcome(execution)
  },
})
