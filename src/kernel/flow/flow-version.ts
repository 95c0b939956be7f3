import type { ApprovalMode, FlowSettings } from '../flow.ts'
import type { Label } from '../wording/label.ts'

/** The settings of a node that administrators change without drawing the flow anew; null removes a value. */
export interface NodeSettings {
  readonly cn: string
  readonly en: string
  readonly when: string | null
  /** Approval nodes only. */
  readonly mode?: ApprovalMode
  readonly dueHours?: number | null
}

/** The settings of a whole flow that administrators change. */
export type ChangeableSettings = Pick<FlowSettings,
  'dedupe' | 'emptyApprover' | 'initiatorApprover' | 'resumeMode' | 'urgeMinutes' | 'overdueHours' | 'starters'>

/** A decision about the flow of a form: a version of the company's own, or what became of a shipped one. */
export type FlowChoice = 'publish' | 'adopt' | 'keep' | 'merge'

/** A line of the list of flows. */
export interface FlowRow extends Label {
  readonly key: string
  readonly group: Label
  readonly version: number
  /** Id and name of the person who put it in force; null where it came with the product. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly at: string
  readonly hasOffer: boolean
}

/** One part of a flow in the three versions; absent where a version has no such part. */
export interface FlowDifference {
  /** Node of the part; null for settings and for the order of nodes and branches. */
  readonly node: (Label & { readonly id: string }) | null
  /** `mode`, `when`, `urgeMinutes`, … ; `node` for a node that was added or removed, `structure` for the order and branches. */
  readonly attribute: string
  readonly base?: unknown
  readonly shipped?: unknown
  readonly own?: unknown
  readonly changedBy: 'product' | 'company' | 'both'
  /** Both changed the part, and not to the same. */
  readonly isConflict: boolean
}

/** A shipped version that waits for a decision. */
export interface FlowOffer {
  readonly version: number
  /** Version that the company's own was last compared with. */
  readonly base: number
  readonly at: string
  readonly differences: readonly FlowDifference[]
  /** Names for rules that ask who answers for the records of a field, by the field's path. */
  readonly owners: Readonly<Record<string, OwnerName>>
}

/** The name of whoever answers for a field's records (project manager), and that of the field. */
export interface OwnerName {
  readonly owner: Label
  readonly field: Label
}

export interface FlowNodeView extends NodeSettings {
  readonly id: string
  readonly block: 'approve' | 'copy'
}

export interface FlowView extends FlowRow {
  /** Hash of the version in force, which a change names. */
  readonly current: string
  /** Hash of the shipped version, which a decision names. */
  readonly shipped: string
  readonly nodes: readonly FlowNodeView[]
  readonly settings: ChangeableSettings
  /** Roles whose members may be let start documents. */
  readonly roles: readonly { readonly key: string; readonly name: string }[]
  /** Names of the people and departments that its versions let start documents, "中文/English" by id. */
  readonly names: Readonly<Record<string, string>>
  readonly offer: FlowOffer | null
  /** Decisions, the newest first; the last 50. */
  readonly history: readonly FlowDecision[]
}

export interface FlowDecision {
  readonly id: string
  readonly choice: FlowChoice
  /** Version in force afterwards. */
  readonly version: number
  /** Shipped version that the decision was about. */
  readonly shipped: number
  readonly by: { readonly id: string; readonly name: string }
  readonly at: string
}
