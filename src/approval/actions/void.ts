import { judgeLength } from '../nodes/opinion.ts'
import { forbidden, refusal } from '../reason.ts'
import { emit, outcome } from '../execution.ts'
import { notOwn } from './administer.ts'
import { type Attempt, defineAction, firstReason, inState, offered, executionOf } from './action.ts'

/** Permission to void documents of a form: its own, else the general one. */
export const permissionToVoid = ({ voidPermission = 'abandoned' }: { readonly voidPermission?: string | undefined }): string =>
  voidPermission

/** Voids a document, in approval or completed. */
export const voidDocument = defineAction({
  name: 'void',
  refuse: (attempt) => {
    const { facts, person } = attempt
    return firstReason(
      () => (facts.holds(person, permissionToVoid(facts.form)) ? undefined : forbidden()),
      () => inState(attempt, 'inApproval', 'completed'),
      () => (isOthersMatter(attempt) ? notOwn(attempt) : undefined),
      () => (facts.bindings > 0 ? refusal('revokeBound') : undefined),
      () => offered(attempt, 'void'),
    )
  },
  check: (_, { comment }) => judgeLength(comment),
  decide: (situation, { by, comment, attachments, confirmedBy }) => {
    const execution = executionOf(situation, by)
    emit(execution, { type: 'voided', from: situation.document.status, comment, attachments, confirmedBy })
    return outcome(execution)
  },
})

/**
 * Whether a person with a personal interest may not void: true for a document that moves money, unless they are its initiator and it is
 * not completed yet.
 */
const isOthersMatter = ({ flow, facts, document, person }: Attempt): boolean =>
  (flow.settings.movesMoney || facts.movesMoney?.() === true) && (document.status === 'completed' || person !== document.starter)
