import type { Reason } from '../types.ts'
import type { NamedPerson } from './person.ts'

/** A person of a line; those who have the document now come with since when and until when. */
export interface TimelinePerson extends NamedPerson {
  readonly read?: boolean
  readonly since?: string | null
  /** Whole hours. */
  readonly stayHours?: number
  /** yyyy-MM-dd HH:mm:ss */
  readonly dueTime?: string | null
  readonly overdue?: boolean
}

/** One of the people of a node with several, and how far they are. */
export interface NodePerson {
  readonly id: string
  readonly name: string
  readonly enable: boolean
  /** suspended: waits for those whom they added by countersign; dropped: not needed any more. */
  readonly state: 'done' | 'running' | 'waiting' | 'suspended' | 'dropped'
  /** Added by countersign. */
  readonly countersigner: boolean
}

/** A file of a line; of one that was taken out, its name where the history still has it. */
export interface TimelineFile {
  readonly id: string
  readonly realName: string | null
  readonly fileType: string | null
  /** Bytes. */
  readonly size: number | null
  readonly removed: boolean
}

/** A field that changed: `title`, `items` as a whole, or `items.{row id}.amount`. */
export interface TimelineChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** A line of a document's history. */
export interface TimelineRecord {
  readonly id: string
  readonly round: number
  readonly nodeType: number
  readonly nodeId: string | null
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly operateType: string
  /** The person who did it; null where the flow did. */
  readonly operator: NamedPerson | null
  readonly userList: readonly TimelinePerson[]
  readonly ccUserList: readonly TimelinePerson[]
  readonly createTime: string
  readonly comment: string | null
  /** The comment is the product's default where the approver wrote none. */
  readonly commentDefault: boolean
  readonly oaAttachmentList: readonly TimelineFile[]
  /** Ids of the files that the reader may take out now. */
  readonly removableList: readonly string[]
  /** 1 all, 2 any, 3 in order; of a line at a node. */
  readonly approvalTypeCode: number | null
  /** The people of a node with several, on the node's last line. */
  readonly nodePeople: readonly NodePerson[]
  /** The reader may take the comment back now. */
  readonly editable: boolean
  /** A comment that was taken back: its text is gone. */
  readonly deleted: boolean
  /** Fields that changed with it. */
  readonly changes: readonly TimelineChange[]
  readonly why?: Reason
  /** Marks of the line. */
  readonly hardToDecide: boolean
  readonly administrator: boolean
  /** The second person who confirmed what the administrator had proposed. */
  readonly confirmedBy: NamedPerson | null
  /** By somebody whom a countersign had added. */
  readonly countersigner: boolean
  /** 1 in order, 2 either one; of a countersign. */
  readonly orderType: 1 | 2 | null
  /** A countersign that was taken back. */
  readonly cancelled: boolean
  /** The node to which a return or an administrator sent it. */
  readonly target: { readonly nodeId: string; readonly nodeName: string; readonly nodeNameEn: string } | null
}
