import { todayOf } from '#kernel/values/dates.ts'
import { system } from '#approval/event.ts'
import { judgeLength } from '#approval/nodes/opinion.ts'
import { refusal } from '#approval/reason.ts'
import { openTasks, waitsAtStart } from '#approval/state.ts'
import { emit, outcome } from '#approval/execution.ts'
import type { Situation } from '../action.ts'
import { defineAction, firstReason, inState, offered, onlyStarter, executionOf } from '../action.ts'
import type { Refusal } from '#approval/types.ts'

const minute = 60_000
const dayOf = (instant: string): string => todayOf(new Date(instant))
/** Maximum number of urges per document and day of the company's calendar. */
const mostADay = 5

/** Reminds the holders of open tasks; for the initiator. The rate limit is checked only on the attempt, not for the button. */
export const urge = defineAction({
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
