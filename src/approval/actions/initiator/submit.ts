import type { Event } from '#approval/event.ts'
import type { SubmissionOutcome, SubmissionRequest } from '#approval/submission.ts'
import { file } from '#approval/submission.ts'
import { stateMoved } from '#approval/reason.ts'
import type { Flow } from '#kernel/flow.ts'
import type { CommandOf } from '#approval/command.ts'
import type { Facts, Refusal } from '#approval/types.ts'
import { defineAction } from '../action.ts'

/** Files a document for the first time; `decideSubmit` is its outcome, since there is no document yet. */
export const submit = defineAction({
  name: 'submit',
  refuse: () => stateMoved,
  decide: () => stateMoved,
})

/** The whole way is judged at once: what would be missing later refuses the submission now. */
export function decideSubmit(flow: Flow, command: CommandOf<'submit'>, facts: Facts): Event[] | Refusal {
  const { document, form, flow: flowHash, by: starter, applicant, choices = [] } = command
  return acceptedEvents(
    file({ flow, facts, document, form, flowHash, starter, applicant, choices, unchanged: false } satisfies SubmissionRequest),
  )
}

/** The events of a filing, or the first thing in its way. */
export function acceptedEvents({ execution, ahead }: SubmissionOutcome): Event[] | Refusal {
  const [first] = [...execution.violations, ...ahead.violations]
  return first?.refusal ?? execution.events
}
