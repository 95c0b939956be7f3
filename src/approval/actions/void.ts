import { judgeLength } from '../nodes/opinion.ts'
import { forbidden, refusal } from '../reason.ts'
import { emit, outcome } from '../execution.ts'
import { notOwn } from './administer.ts'
import { defineAction, firstReason, inState, offered, executionOf } from './action.ts'

/** Permission to void, where the form names none of its own. */
const usualPermission = 'abandoned'

/** Makes a document invalid, under way or completed. */
export const voidDocument = defineAction({
  name: 'void',
  refuse: (attempt) => {
    const { facts, person } = attempt
    return firstReason(
      () => (facts.holds(person, facts.form.voidPermission ?? usualPermission) ? undefined : forbidden()),
      () => inState(attempt, 'inApproval', 'completed'),
      // what has been paid is not taken back by whoever was paid
      () => (attempt.flow.settings.movesMoney && attempt.document.status === 'completed' ? notOwn(attempt) : undefined),
      () => (facts.bindings > 0 ? refusal('revokeBound') : undefined),
      () => offered(attempt, 'void'),
    )
  },
  check: (_, { comment }) => judgeLength(comment),
  decide: (situation, { by, comment, attachments }) => {
    const execution = executionOf(situation, by)
    emit(execution, { type: 'voided', from: situation.document.status, comment, attachments })
    return outcome(execution)
  },
})
