import { judgeLength } from '#approval/nodes/opinion.ts'
import { refusal } from '#approval/reason.ts'
import { waitsAtStart } from '#approval/state.ts'
import { emit, outcome } from '#approval/execution.ts'
import { defineAction, firstReason, inState, offered, onlyStarter, executionOf } from '../action.ts'

/**
 * The initiator takes the document back to change it and file it again.
 *
 * One that waits at its initiator is changed where it stands, and one that was refused, revoked or voided is only
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
