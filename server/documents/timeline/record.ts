import type { Directory } from '#approval/directory.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState, Reason } from '#approval/types.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { wire } from '#server/attachments/wire.ts'

/** A person of the timeline. */
export interface TimelinePerson {
  readonly id: string
  readonly name: string
  readonly enable: boolean
  /** Why this person, from the rule to the substitution. */
  readonly why?: readonly Reason[]
  readonly read?: boolean
  /** Of somebody who has the document now: since when, whole hours, and until when. */
  readonly since?: string | null
  readonly stayHours?: number
  readonly dueTime?: string | null
  readonly overdue?: boolean
}

/** One line of a document's history, as the wire calls it. */
export interface TimelineRecord {
  readonly id: string
  readonly procInstId: string
  readonly round: number
  /** The round in which its node's entry counts: a later one where a direct resume restored it. */
  readonly countsIn: number
  readonly nodeType: number
  readonly nodeId: string | null
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly operateType: string
  /** The person who did it; null where the flow did. */
  readonly operator: TimelinePerson | null
  readonly userList: readonly TimelinePerson[]
  readonly userIdList: readonly string[]
  readonly ccUserList: readonly TimelinePerson[]
  readonly createTime: string
  readonly endTime: string | null
  readonly comment: string | null
  /** The comment is what the product says where nobody wrote one. */
  readonly commentDefault: boolean
  readonly oaAttachmentList: readonly TimelineFile[]
  /** Ids of those that the reader may take out now. */
  readonly removableList: readonly string[]
  /** 1 all, 2 any, 3 in order; of a line at a node. */
  readonly approvalTypeCode: number | null
  /** The people of a node with several, on the node's last line. */
  readonly nodePeople: readonly NodePerson[]
  readonly multiInst: boolean
  readonly sequential: boolean
  readonly initiator: boolean
  readonly mineRelates: boolean
  /** The reader may take the comment back now. */
  readonly editable: boolean
  /** A comment that was taken back: its text is gone. */
  readonly deleted: boolean
  /** Fields that changed with it. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
  readonly why?: Reason
  /** Marks of the line. */
  readonly hardToDecide: boolean
  readonly administrator: boolean
  /** By somebody whom a countersign had added. */
  readonly countersigner: boolean
  /** 1 in order, 2 either one; of a countersign. */
  readonly orderType: 1 | 2 | null
  /** A countersign that was taken back. */
  readonly cancelled: boolean
  /** The node to which a return or an administrator sent it. */
  readonly target: { readonly nodeId: string; readonly nodeName: string; readonly nodeNameEn: string } | null
}

export interface Entry {
  readonly seq: number
  readonly round: number
  readonly event: Event
}

export interface TimelineContext {
  readonly process: DocumentState
  readonly reader: { readonly id: string; readonly locale: Locale }
  readonly directory: Directory
  /** Names of nodes in every flow version that the document has run on. */
  readonly names: ReadonlyMap<string, Label>
  /** The people to whom it was copied, and whether they have read it. */
  readonly reads: ReadonlyMap<string, boolean>
  /** When open tasks fall due, by task. */
  readonly due: ReadonlyMap<string, Date>
  /** The document's files, of those that its history names. */
  readonly held: ReadonlyMap<string, HeldFile>
  /** Files of the form. */
  readonly inForm: readonly string[]
  /** Notes that the modules' actions and the form's follow-ups leave in the history. */
  readonly notes: readonly Label[]
  readonly now: Date
}

/** One of the people of a node, and how far they are. */
export interface NodePerson {
  readonly id: string
  readonly name: string
  readonly enable: boolean
  /** suspended: waits for those whom they added by countersign; dropped: not needed any more. */
  readonly state: 'done' | 'running' | 'waiting' | 'suspended' | 'dropped'
  /** Added by countersign. */
  readonly countersigner: boolean
}

/** A file of a line: all that is known of one that is there; of one that was taken out, what it was called. */
export type TimelineFile = HeldFile | RemovedFile

export type HeldFile = ReturnType<typeof wire> & { readonly removed: false }

export interface RemovedFile {
  readonly id: string
  readonly realName: string | null
  readonly fileType: string | null
  /** Bytes. */
  readonly size: number | null
  readonly removed: true
}
