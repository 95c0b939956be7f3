import type { Label } from '#kernel/wording/label.ts'
import type { Reason } from '../types.ts'
import type { Intervention, InterventionState } from '../interventions.ts'
import type { NamedPerson } from './person.ts'

/** A person in a timeline entry; holders of open tasks have `since` and the deadline. */
export interface TimelinePerson extends NamedPerson {
  readonly read?: boolean
  readonly since?: string | null
  /** Whole hours. */
  readonly stayHours?: number
  /** yyyy-MM-dd HH:mm:ss */
  readonly dueTime?: string | null
  readonly overdue?: boolean
}

/** A person of a node with several approvers, with their progress. */
export interface NodePerson {
  readonly id: string
  readonly name: string
  readonly enable: boolean
  /** suspended: waits for people added by countersign; dropped: no longer needed. */
  readonly state: 'done' | 'running' | 'waiting' | 'suspended' | 'dropped'
  /** Whether the person was added by countersign. */
  readonly countersigner: boolean
}

/** A file of a timeline entry; a removed one has its name if the history kept it. */
export interface TimelineFile {
  readonly id: string
  readonly realName: string | null
  readonly fileType: string | null
  /** Bytes. */
  readonly size: number | null
  readonly removed: boolean
}

/** A changed field: `title`, `items` as a whole, or `items.{row id}.amount`. */
export interface TimelineChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** A timeline entry: one line of a document's history. */
export interface TimelineRecord {
  readonly id: string
  readonly round: number
  readonly nodeType: number
  readonly nodeId: string | null
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly operateType: string
  /** The acting person; null for automatic events. */
  readonly operator: NamedPerson | null
  readonly userList: readonly TimelinePerson[]
  readonly ccUserList: readonly TimelinePerson[]
  readonly createTime: string
  readonly comment: string | null
  /** Whether the comment is the default one, because the approver wrote none. */
  readonly commentDefault: boolean
  readonly oaAttachmentList: readonly TimelineFile[]
  /** Ids of the files that the reader may remove now. */
  readonly removableList: readonly string[]
  /** Mode of the node: 1 all, 2 any, 3 in order; null for other entries. */
  readonly approvalTypeCode: number | null
  /** All people of a node with several approvers; on the node's last entry only. */
  readonly nodePeople: readonly NodePerson[]
  /** Whether the reader may remove the comment now. */
  readonly editable: boolean
  /** Whether the comment was removed, including its text. */
  readonly deleted: boolean
  /** Fields changed with this entry. */
  readonly changes: readonly TimelineChange[]
  /** Number of the document that wrote the changes, if it was another one. */
  readonly writtenBy?: string
  readonly why?: Reason
  /** Whether the decision was referred to the next approver. */
  readonly hardToDecide: boolean
  /** Number of exceptions that the approver was shown on passing. */
  readonly exceptions: number
  readonly administrator: boolean
  /** The second person, who confirmed an intervention. */
  readonly confirmedBy: NamedPerson | null
  /** Whether the acting person was added by countersign. */
  readonly countersigner: boolean
  /** Order of a countersign: 1 in order, 2 any one. */
  readonly orderType: 1 | 2 | null
  /** Whether the countersign was cancelled. */
  readonly cancelled: boolean
  /** Target node of a return or of an administrator's jump. */
  readonly target: { readonly nodeId: string; readonly nodeName: string; readonly nodeNameEn: string } | null
}

/** An intervention that was proposed but not carried out: it waits for confirmation, or ended without. */
export interface TimelineProposal {
  readonly id: string
  readonly action: Intervention
  readonly state: Exclude<InterventionState, 'confirmed'>
  readonly proposer: NamedPerson
  /** yyyy-MM-dd HH:mm:ss */
  readonly proposedAt: string
  readonly expiresAt: string
  readonly reason: string
  /** The proposed target step, and the proposed new holder. */
  readonly target: Label | null
  readonly assignee: NamedPerson | null
  /** The person who declined or withdrew it; null while it is waiting, or if it ended automatically. */
  readonly endedBy: NamedPerson | null
  /** The reason for declining it. */
  readonly answer: string | null
  /** Whether the reader proposed it and may withdraw it. */
  readonly mayWithdraw: boolean
}

/** A changed field of the header or of a row (by id), or a row that was added (`before` null) or removed (`after` null). */
export interface RoundDifference {
  /** Path: `title`, `items.amount`, or `items` for a whole row. */
  readonly field: string
  readonly row?: string
  /** Number of the row, from 1, in the value that contains it. */
  readonly rowNumber?: number
  readonly before: unknown
  readonly after: unknown
}

/** A change made by an approver in a round. */
export interface Edit<By = NamedPerson> extends RoundDifference {
  readonly by: By
  /** yyyy-MM-dd HH:mm:ss */
  readonly at: string
  readonly nodeId: string | null
}

/** One filing of a document, with its changes against the end of the previous round. */
export interface Round<By = NamedPerson> {
  readonly round: number
  readonly startedAt: string
  /** Time at which it ended or was sent back to be filed again; null while it runs. */
  readonly endedAt: string | null
  readonly changes: readonly RoundDifference[]
  /** Changes by approvers, in chronological order. */
  readonly edits: readonly Edit<By>[]
}
