import type { Reason } from '#approval/types.ts'
import type { PathPerson } from '#shell/form/preview/path.ts'

/** Somebody on a line of the history; who has the document now comes with since when and until when. */
export interface RecordPerson extends PathPerson {
  readonly read?: boolean
  /** Whole hours. */
  readonly stayHours?: number
  /** yyyy-MM-dd HH:mm:ss */
  readonly dueTime?: string | null
  readonly overdue?: boolean
}

/** One of the people of a node with several. */
export interface NodePerson {
  readonly id: string
  readonly name: string
  readonly enable: boolean
  readonly state: 'done' | 'running' | 'waiting' | 'suspended' | 'dropped'
  readonly countersigner: boolean
}

/** A file of a line; of one that was taken out, what it was called where the history still says so. */
export interface RecordFile {
  readonly id: string
  readonly realName: string | null
  readonly fileType: string | null
  /** Bytes. */
  readonly size: number | null
  readonly removed: boolean
}

/** A line of the history. */
export interface TimelineRecord {
  readonly id: string
  readonly round: number
  readonly nodeType: number
  readonly nodeId: string | null
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly operateType: string
  /** The person who did it; null where the flow did. */
  readonly operator: PathPerson | null
  readonly userList: readonly RecordPerson[]
  readonly ccUserList: readonly RecordPerson[]
  readonly createTime: string
  readonly comment: string | null
  /** A default text of passing, not written by the approver. */
  readonly commentDefault: boolean
  readonly oaAttachmentList: readonly RecordFile[]
  /** Ids of those that the reader may take out now. */
  readonly removableList: readonly string[]
  /** 1 all, 2 any, 3 in order. */
  readonly approvalTypeCode: number | null
  readonly nodePeople: readonly NodePerson[]
  readonly editable: boolean
  readonly deleted: boolean
  readonly changes: readonly RecordChange[]
  readonly why?: Reason
  readonly hardToDecide: boolean
  readonly administrator: boolean
  readonly countersigner: boolean
  readonly orderType: 1 | 2 | null
  readonly cancelled: boolean
  readonly target: { readonly nodeId: string; readonly nodeName: string; readonly nodeNameEn: string } | null
}

/** `title`, `items` as a whole, or `items.{row id}.amount`. */
export interface RecordChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}
