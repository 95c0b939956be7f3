import { file } from '#approval/submission.ts'
import { refusal } from '#approval/reason.ts'
import { waitsAtStart } from '#approval/state.ts'
import { defineAction, firstReason, inState, offered, onlyStarter } from '../action.ts'
import { acceptedEvents } from './submit.ts'

/** Files the same document again, after a return to the initiator, a refusal, a revoke or a void. */
export const resubmit = defineAction({
  name: 'resubmit',
  refuse: (attempt) =>
    firstReason(
      () => onlyStarter(attempt),
      () => (waitsAtStart(attempt.document) ? undefined : inState(attempt, 'refused', 'revoked', 'voided')),
      () => (attempt.facts.bindings > 0 && !waitsAtStart(attempt.document) ? refusal('editBound') : undefined),
      () => offered(attempt, 'resubmit'),
    ),
  decide: ({ flow, document, facts }, { applicant, flow: flowHash, choices = [], unchanged = false }) =>
    acceptedEvents(file({
      flow,
      facts,
      before: document,
      document: document.id,
      form: document.form,
      flowHash,
      starter: document.starter,
      applicant,
      choices,
      unchanged,
    })),
})
