import { judgeLength } from '#approval/nodes/opinion.ts'
import { refusal } from '#approval/reason.ts'
import type { DocumentStatus } from '#approval/types.ts'
import { emit, outcome } from '#approval/execution.ts'
import type { Situation } from '../action.ts'
import { defineAction, firstReason, inState, offered, onlyStarter, executionOf } from '../action.ts'

/** Revokes the document; for the initiator. After completion only if the form allows it. */
export const revoke = defineAction({
  name: 'revoke',
  refuse: (attempt) =>
    firstReason(
      () => onlyStarter(attempt),
      () => inState(attempt, ...revocable(attempt)),
      () => (attempt.facts.bindings > 0 ? refusal('revokeBound') : undefined),
      () => offered(attempt, 'revoke'),
    ),
  check: (_, { comment }) => judgeLength(comment, 'undoTooLong'),
  decide: (situation, { by, comment, attachments }) => {
    const execution = executionOf(situation, by)
    emit(execution, { type: 'revoked', from: situation.document.status, purpose: 'revoke', comment, attachments })
    return outcome(execution)
  },
})

const revocable = ({ facts }: Situation): readonly DocumentStatus[] =>
  facts.form.abortAfterCompletion ? ['inApproval', 'completed', 'refused', 'voided'] : ['inApproval']
