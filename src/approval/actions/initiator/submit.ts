import type { Event } from '#approval/event.ts'
import type { SubmissionOutcome, SubmissionRequest } from '#approval/submission.ts'
import { file } from '#approval/submission.ts'
import { stateMoved } from '#approval/reason.ts'
import type { Flow } from '#kernel/flow.ts'
import type { CommandOf } from '#approval/command.ts'
import type { Facts, Refusal } from '#approval/types.ts'
import { defineAction } from '../action.ts'

/** Files a document for the first time. Executed by `decideSubmit`, because there is no document yet. */
export const submit = defineAction({
  name: 'submit',
  refuse: () => stateMoved,
  decide: () => stateMoved,
})

/** Files a document. The whole path is simulated: a problem at a later node refuses the submission. */
export function decideSubmit(flow: Flow, command: CommandOf<'submit'>, facts: Facts): Event[] | Refusal {
  const { document, form, flow: flowHash, by: starter, applicant, choices = [] } = command
  return acceptedEvents(
    file({ flow, facts, document, form, flowHash, starter, applicant, choices, unchanged: false } satisfies SubmissionRequest),
  )
}

/** The events of a submission, or its first violation. */
export function acceptedEvents({ execution, ahead }: SubmissionOutcome): Event[] | Refusal {
  const [first] = [...execution.violations, ...ahead.violations]
  return first?.refusal ?? execution.events
}
