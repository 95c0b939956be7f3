import { judgeLength } from '../nodes/opinion.ts'
import { forbidden, refusal } from '../reason.ts'
import { isInterested, isParticipant } from '../state.ts'
import { emit, outcome } from '../execution.ts'
import { defineAction, firstReason, offered, executionOf } from './action.ts'

/** Comments in any state; for participants and people with a personal interest in the document. */
export const comment = defineAction({
  name: 'comment',
  refuse: (attempt) =>
    isParticipant(attempt.document, attempt.person) || isInterested(attempt, attempt.person) ? offered(attempt, 'comment') : forbidden(),
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
