import type { Flow, FlowSettings } from '#kernel/flow.ts'
import { startFlow, comeBack } from './advance.ts'
import { evolve } from './evolve.ts'
import type { Started } from './event.ts'
import { simulate } from './preview/simulate.ts'
import { reason } from './reason.ts'
import type { ApproverChoice, DocumentState, Facts, PendingReturn } from './types.ts'
import { startNode } from './types.ts'
import { choicesInForm, choicesOf } from './tree.ts'
import type { Execution } from './execution.ts'
import { emit, execute } from './execution.ts'

/** A submission, first or repeated. */
export interface SubmissionRequest {
  readonly flow: Flow
  readonly facts: Facts
  /** The document so far, when it is filed again. */
  readonly before?: DocumentState
  readonly document: string
  readonly form: string
  /** Content hash of the flow. */
  readonly flowHash: string
  readonly starter: string
  readonly applicant: string
  readonly choices: readonly ApproverChoice[]
  /** No change requires another approval. */
  readonly unchanged: boolean
}

export interface SubmissionOutcome {
  readonly execution: Execution
  /** The same, run to its end: what would stand in its way later stands in its way now. */
  readonly ahead: Execution
}

/**
 * Files a document. Where the initiator's own approval would leave a document without anyone else having acted,
 * their superior approves instead.
 */
export function file(filing: SubmissionRequest): SubmissionOutcome {
  const [first, ...others] = policies(filing.flow.settings).map((policy) => () => attempt(filing, policy))
  let filed = first?.() ?? attempt(filing, 'superior')
  for (const other of others) {
    if (lacksAnother(filed)) filed = other()
  }
  return filed
}

type Policy = FlowSettings['initiatorApprover']

function policies({ initiatorApprover, movesMoney }: FlowSettings): readonly Policy[] {
  if (initiatorApprover === 'superior' || (initiatorApprover === 'autoPass' && movesMoney)) return ['superior']
  return [initiatorApprover, 'superior']
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

/** The return that the document may go straight back from; a place in another version of the flow is none. */
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
