import type { ApprovalMode, FlowSettings } from '../flow.ts'
import type { Form } from '../form.ts'
import type { Label } from '../wording/label.ts'
import type { DesignState, PublicationKind } from './design.ts'

/** Settings of a node that administrators can change without the designer; null removes a value. */
export interface NodeSettings {
  readonly cn: string
  readonly en: string
  readonly when: string | null
  /** Approval nodes only. */
  readonly mode?: ApprovalMode
  readonly dueHours?: number | null
}

/** Settings of a flow that administrators can change without the designer. */
export type ChangeableSettings = Pick<FlowSettings,
  'dedupe' | 'emptyApprover' | 'initiatorApprover' | 'resumeMode' | 'urgeMinutes' | 'overdueHours' | 'starters'>

/** A publication that concerns a shipped version: a change by the company, or adopting, keeping or merging the shipped one. */
export type FlowChoice = Exclude<PublicationKind, 'stop' | 'rollback'>

/** A row of the list of flows. */
export interface FlowRow extends Label {
  readonly key: string
  readonly group: Label
  readonly version: number
  /** The person who published it; null: shipped with the product. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly at: string
  readonly hasOffer: boolean
  /** stopped: no new documents can be filed. */
  readonly state: DesignState
  readonly drafts: number
  /** Prefix of the form's document numbers. */
  readonly prefix: string
  /** Terminals on which the form is opened. */
  readonly terminals: Form['terminals']
  /** Number of changes of the terminals; sent with the next one. */
  readonly terminalVersion: number
  /** Only some people may start documents. */
  readonly isLimited: boolean
  /** Reason of the last publication; empty where none was required. */
  readonly reason: string
}

/** A part of a flow in the three versions of a merge; absent where a version does not have it. */
export interface FlowDifference {
  /** The node; null for settings and for the order of nodes and branches. */
  readonly node: (Label & { readonly id: string }) | null
  /** `mode`, `when`, `urgeMinutes`, … ; `node` for a node that was added or removed, `structure` for the order and branches. */
  readonly attribute: string
  readonly base?: unknown
  readonly shipped?: unknown
  readonly own?: unknown
  readonly changedBy: 'product' | 'company' | 'both'
  /** Both sides changed the part, to different values. */
  readonly isConflict: boolean
}

/** A shipped version that awaits a decision. */
export interface FlowOffer {
  readonly version: number
  /** Number of the shipped version that the company's own is based on. */
  readonly base: number
  readonly at: string
  readonly differences: readonly FlowDifference[]
  /** Labels for `ownerOf` rules, by field path. */
  readonly owners: Readonly<Record<string, OwnerName>>
}

/** Labels of a record's owner (e.g. project manager) and of the field. */
export interface OwnerName {
  readonly owner: Label
  readonly field: Label
}

export interface FlowNodeView extends NodeSettings {
  readonly id: string
  readonly block: 'approve' | 'copy'
}

export interface FlowView extends FlowRow {
  /** Hash of the current version; a change sends it for optimistic locking. */
  readonly current: string
  /** Hash of the shipped version; a decision sends it for optimistic locking. */
  readonly shipped: string
  readonly nodes: readonly FlowNodeView[]
  readonly settings: ChangeableSettings
  /** Allowed values of `initiatorApprover`; fewer where the flow moves money. */
  readonly initiatorPolicies: readonly FlowSettings['initiatorApprover'][]
  /** Roles that can be chosen as starters. */
  readonly roles: readonly { readonly key: string; readonly name: string }[]
  /** Names ("中文/English") of the people and departments that are starters in any of its versions, by id. */
  readonly names: Readonly<Record<string, string>>
  readonly offer: FlowOffer | null
  /** Decisions, newest first, at most 50. */
  readonly history: readonly FlowDecision[]
}

export interface FlowDecision {
  readonly id: string
  readonly choice: PublicationKind
  readonly reason: string
  /** Number of the current version afterwards. */
  readonly version: number
  /** Number of the shipped version that was decided on. */
  readonly shipped: number
  readonly by: { readonly id: string; readonly name: string }
  readonly at: string
}
