import type { Flow, FlowSettings } from '#kernel/flow.ts'
import type { CommandOf } from '#approval/command.ts'
import { comeBack, simulate, startFlow } from './advance.ts'
import { evolve } from './evolve.ts'
import type { Event, Started } from './event.ts'
import { reason, stateMoved } from './reason.ts'
import { type ApproverChoice, type DocumentState, type Facts, type PendingReturn, type Refusal, startNode } from './types.ts'
import { choicesInForm, choicesOf } from './tree.ts'
import { emit, execute, type Execution } from './execution.ts'
import { heldPolicy } from './resolve/interested.ts'
import { defineAction } from './actions/action.ts'

/** A submission, first or repeated. */
interface SubmissionRequest {
  readonly flow: Flow
  readonly facts: Facts
  /** The document so far, if it is filed again. */
  readonly before?: DocumentState
  readonly document: string
  readonly form: string
  /** Content hash of the flow. */
  readonly flowHash: string
  readonly starter: string
  readonly applicant: string
  readonly choices: readonly ApproverChoice[]
  /** No decisive field has changed since the return. */
  readonly unchanged: boolean
}

interface SubmissionOutcome {
  readonly execution: Execution
  /** The execution simulated to its end: later problems refuse the submission too. */
  readonly ahead: Execution
}

/**
 * Files a document. If it would complete with nobody but the initiator having acted, the initiator's approvals go to the superior instead.
 */
export function file(filing: SubmissionRequest): SubmissionOutcome {
  const [first, ...others] = policies(filing).map((policy) => () => attempt(filing, policy))
  let filed = first?.() ?? attempt(filing, 'superior')
  for (const other of others) {
    if (lacksAnother(filed)) filed = other()
  }
  return filed
}

type Policy = FlowSettings['initiatorApprover']

function policies({ flow, facts }: Pick<SubmissionRequest, 'flow' | 'facts'>): readonly Policy[] {
  const held = heldPolicy(flow.settings, facts.movesMoney?.() === true)
  return held === 'superior' ? [held] : [held, 'superior']
}

const lacksAnother = ({ execution: { violations }, ahead }: SubmissionOutcome): boolean =>
  [...violations, ...ahead.violations].some(({ refusal }) => refusal.code === reason('anotherPerson').code)

function attempt(filing: SubmissionRequest, initiatorApprover: Policy): SubmissionOutcome {
  const { flow, facts, before, starter, choices } = filing
  const direct = resumption(filing)
  const inForm = choicesInForm(flow, facts)
  const started = startedEvent(filing, initiatorApprover, direct ? 'direct' : 'top')
  const current = execute({ flow, facts, by: starter, stage: 'start', document: evolve(before, started) })
  current.events.push(started)
  const chosen = [
    ...choicesOf(flow, choices).map(({ choice }) => choice).filter(({ node }) => !inForm.some((choice) => choice.node === node)),
    ...inForm,
  ]
  if (chosen.length > 0) emit(current, { type: 'peopleChosen', choices: chosen })
  if (direct) comeBack(current, direct, startNode)
  else startFlow(current)
  return { execution: current, ahead: simulate(current) }
}

/** The pending return from which the document resumes directly; undefined in another version of the flow. */
function resumption({ before, unchanged, flowHash }: SubmissionRequest): PendingReturn | undefined {
  const pending = before?.returned
  return pending && unchanged && pending.resume === 'direct' && before?.flow === flowHash ? pending : undefined
}

const startedEvent = (filing: SubmissionRequest, initiatorApprover: Policy, resume: Started['resume']): Started => ({
  type: 'started',
  document: filing.document,
  form: filing.form,
  flow: filing.flowHash,
  starter: filing.starter,
  applicant: filing.applicant,
  round: (filing.before?.round ?? 0) + 1,
  initiatorApprover,
  resume,
  at: filing.facts.at,
  by: filing.starter,
  ...(filing.unchanged && filing.before?.returned && { unchanged: true as const }),
})

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
