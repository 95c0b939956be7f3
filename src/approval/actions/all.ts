import { todayOf } from '#kernel/values/dates.ts'
import { judgeLength } from '#approval/nodes/opinion.ts'
import { refusal } from '#approval/reason.ts'
import { emit, outcome } from '#approval/execution.ts'
import { openTasks, waitsAtStart } from '#approval/state.ts'
import { acceptedEvents, file, submit } from '#approval/submission.ts'
import { system } from '#approval/event.ts'
import type { Action, DocumentStatus, Refusal } from '../types.ts'
import { type ActionDefinition, defineAction, executionOf, firstReason, inState, offered, onlyStarter, type Situation } from './action.ts'
import { forceEnd, jump, reassign, reassignOrphaned, skip, voidDocument } from './administer.ts'
import { cancelCountersign, countersign } from './countersign.ts'
import { comeBack } from './come-back.ts'
import { comment, copy } from './inform.ts'
import { hardToDecide, pass, refuse } from './decisions.ts'
import { move } from '../move/move.ts'
import { returnTo } from './return.ts'
import { timeOut } from './time-out.ts'
import { transfer } from './transfer.ts'

const minute = 60_000
const dayOf = (instant: string): string => todayOf(new Date(instant))
/** Maximum number of urges per document and day of the company's calendar. */
const mostADay = 5

/** Reminds the holders of open tasks; for the initiator. The rate limit is checked only on the attempt, not for the button. */
const urge = defineAction({
  name: 'urge',
  refuse: (attempt) =>
    firstReason(
      () => onlyStarter(attempt),
      () => inState(attempt, 'inApproval'),
      () => (waitsAtStart(attempt.document) ? refusal('notAvailable') : undefined),
      () => (holders(attempt).length === 0 ? refusal('notAvailable') : undefined),
      () => offered(attempt, 'urge'),
    ),
  check: (situation, { comment }) => firstReason(() => judgeLength(comment), () => tooOften(situation)),
  decide: (situation, { by }) => {
    const execution = executionOf(situation, by)
    emit(execution, { type: 'urged', people: holders(situation) })
    return outcome(execution)
  },
})

/** The holders of open tasks, without service tasks. */
const holders = ({ document }: Situation): string[] =>
  [...new Set(openTasks(document).map(({ person }) => person))].filter((person) => person !== system)

function tooOften({ flow, document, facts }: Situation): Refusal | undefined {
  const now = Date.parse(facts.at)
  const ages = document.urges.map((urged) => now - Date.parse(urged))
  const wait = flow.settings.urgeMinutes * minute - Math.min(...ages)
  if (wait > 0) return refusal('urgeTooEarly', { n: Math.ceil(wait / minute) })
  const today = document.urges.filter((urged) => dayOf(urged) === dayOf(facts.at))
  return today.length >= mostADay ? refusal('urgeTooOften', { n: mostADay }) : undefined
}

/** Files the same document again, after a return to the initiator, a refusal, a revoke or a void. */
const resubmit = defineAction({
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

/**
 * Takes the document back to be changed and filed again; for the initiator.
 *
 * Not for a document that waits at its initiator, which is changed in place, nor for one that was refused, revoked or voided, which is
 * resubmitted.
 */
const edit = defineAction({
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

/** Revokes the document; for the initiator. After completion only if the form allows it. */
const revoke = defineAction({
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

/** Every action by its name. */
export const actions: { readonly [A in Action]: ActionDefinition<A> } = {
  submit,
  pass,
  refuse,
  hardToDecide,
  return: returnTo,
  countersign,
  cancelCountersign,
  transfer,
  revoke,
  edit,
  resubmit,
  void: voidDocument,
  urge,
  comment,
  copy,
  reassign,
  skip,
  jump,
  forceEnd,
  replace: reassignOrphaned,
  move,
  timeOut,
  comeBack,
}
