import { judgeLength } from '#approval/nodes/opinion.ts'
import { refusal } from '#approval/reason.ts'
import { waitsAtStart } from '#approval/state.ts'
import { emit, outcome } from '#approval/execution.ts'
import { defineAction, firstReason, inState, offered, onlyStarter, executionOf } from '../action.ts'

/**
 * Takes the document back to be changed and filed again; for the initiator.
 *
 * Not for a document that waits at its initiator, which is changed in place, nor for one that was refused, revoked or voided, which is
 * resubmitted.
 */
export const edit = defineAction({
  name: 'edit',
  refuse: (attempt) =>
    firstReason(
      () => onlyStarter(attempt),
      () => inState(attempt, 'inApproval', ...(attempt.facts.form.abortAfterCompletion ? ['completed' as const] : [])),
      () => (attempt.facts.bindings > 0 ? refusal('editBound') : undefined),
      () => (waitsAtStart(attempt.document) ? refusal('notAvailable') : undefined),
      () => offered(attempt, 'edit'),
    ),
  check: (_, { comment }) => judgeLength(comment, 'undoTooLong'),
  decide: (situation, { by, comment, attachments }) => {
    const execution = executionOf(situation, by)
    emit(execution, { type: 'revoked', from: situation.document.status, purpose: 'edit', comment, attachments })
    return outcome(execution)
  },
})
