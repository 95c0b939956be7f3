import type { Label } from '#kernel/wording/label.ts'
import type { Intervention, InterventionState } from '../interventions.ts'
import type { NamedPerson } from './person.ts'

/** The second person whom interventions in a document need. */
export interface Confirmation {
  /** People who may confirm what the reader proposes. */
  readonly confirmers: readonly NamedPerson[]
  /** People who could be given the right, where nobody may confirm. */
  readonly candidates: readonly NamedPerson[]
}

/** An intervention that was proposed, as the list shows it. */
export interface InterventionRow {
  readonly id: string
  readonly action: Intervention
  readonly state: InterventionState
  readonly document: string
  readonly number: string
  readonly type: string
  /** "中文/English" */
  readonly form: string
  readonly title: string
  readonly titleEn: string
  /** Its subject, where the reader is shown that. */
  readonly subject: string | null
  readonly subjectEn: string | null
  /** RMB; null where the form says none. */
  readonly amount: string | null
  readonly initiator: NamedPerson
  /** The step where the document waits, and that to which it would be moved. */
  readonly step: Label
  readonly target: Label | null
  /** The holder of the task, and the person who would get it. */
  readonly holder: NamedPerson | null
  readonly assignee: NamedPerson | null
  readonly reason: string
  readonly proposer: NamedPerson
  /** yyyy-MM-dd HH:mm:ss */
  readonly proposedAt: string
  readonly expiresAt: string
  /** The person who ended it; null while it waits, and where the product did. */
  readonly endedBy: NamedPerson | null
  readonly endedAt: string | null
  /** The reason for which it was declined. */
  readonly answer: string | null
  readonly mayConfirm: boolean
  readonly mayWithdraw: boolean
  /** Of one's own that waits: who may confirm it. */
  readonly confirmation: Confirmation | null
}

/** The lists of interventions: those that the reader may confirm, their own, and those that have ended. */
export const interventionLists = ['waiting', 'mine', 'done'] as const

export type InterventionList = (typeof interventionLists)[number]

/** An intervention that was proposed instead of being done, as the administrator's call answers it. */
export interface InterventionProposal extends Confirmation {
  readonly id: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly expiresAt: string
}

/** The answer of a confirmation; lapsed: nothing was done, since the proposer no longer administers the document. */
export interface InterventionAnswer {
  readonly outcome: Exclude<InterventionState, 'waiting'>
}
