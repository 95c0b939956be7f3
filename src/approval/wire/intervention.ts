import type { EngineReason } from '#kernel/flow/design.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Intervention, InterventionState } from '../interventions.ts'
import type { NamedPerson } from './person.ts'

/** The second person who is needed for interventions in a document. */
export interface Confirmation {
  /** People who may confirm the reader's proposal. */
  readonly confirmers: readonly NamedPerson[]
  /** People who could be given the permission, if no person may confirm. */
  readonly candidates: readonly NamedPerson[]
}

/** A row of the list of proposed interventions. */
export interface InterventionRow {
  readonly id: string
  readonly action: Intervention
  readonly state: InterventionState
  readonly document: string
  readonly number: string
  readonly type: string
  /** Name of the form, "中文/English". */
  readonly form: string
  readonly title: string
  readonly titleEn: string
  /** Subject; null if it is hidden from the reader. */
  readonly subject: string | null
  readonly subjectEn: string | null
  /** Amount in RMB; null if the form has none. */
  readonly amount: string | null
  readonly initiator: NamedPerson
  /** The current step, and the proposed target step. */
  readonly step: Label
  readonly target: Label | null
  /** The holder of the task, and its proposed new holder. */
  readonly holder: NamedPerson | null
  readonly assignee: NamedPerson | null
  readonly reason: string
  readonly proposer: NamedPerson
  /** yyyy-MM-dd HH:mm:ss */
  readonly proposedAt: string
  readonly expiresAt: string
  /** The person who ended it; null while it is waiting, or if it ended automatically. */
  readonly endedBy: NamedPerson | null
  readonly endedAt: string | null
  /** The reason for declining it. */
  readonly answer: string | null
  readonly mayConfirm: boolean
  readonly mayWithdraw: boolean
  /** For the reader's own waiting proposal: the people who may confirm it. */
  readonly confirmation: Confirmation | null
}

/** The lists of interventions: those the reader may confirm, the reader's own, and ended ones. */
export const interventionLists = ['waiting', 'mine', 'done'] as const

export type InterventionList = (typeof interventionLists)[number]

/** Answer of an administrator's call whose intervention was proposed instead of carried out. */
export interface InterventionProposal extends Confirmation {
  readonly id: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly expiresAt: string
}

/** Answer of a confirmation. lapsed: not carried out, because the proposer may no longer administer the document. */
export interface InterventionAnswer {
  readonly outcome: Exclude<InterventionState, 'waiting'>
}

/** Decisions on proposals of others. */
export const interventionDecisions = ['confirm', 'decline'] as const

export type InterventionDecision = (typeof interventionDecisions)[number]

/** Most proposals that one call decides on. */
export const mostDecided = 50

/** Decides on several proposals, each in a transaction of its own. Idempotent. */
export interface DecideInterventions {
  readonly ids: readonly string[]
  readonly decision: InterventionDecision
  /** Required where they are declined. */
  readonly reason?: string
  /** Names a decision that takes several calls: its messages wait until all of it is done. */
  readonly bulk?: string | undefined
}

/** The outcome of one of several proposals: how it ended, or why the decision was refused. */
export interface DecidedIntervention {
  readonly id: string
  readonly outcome: InterventionAnswer['outcome'] | null
  readonly why: EngineReason | null
}
