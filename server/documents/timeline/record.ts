import type { Directory } from '#approval/directory.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { TimelineFile, TimelineRecord as WireRecord } from '#approval/wire/timeline.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { wire } from '#server/attachments/wire.ts'

/** One entry of the timeline, with attributes that only other clients read. */
export interface TimelineRecord extends WireRecord {
  readonly procInstId: string
  /** The round in which the visit counts: later than its own where a direct resume restored it. */
  readonly countsIn: number
  readonly userIdList: readonly string[]
  readonly endTime: string | null
  readonly oaAttachmentList: readonly (HeldFile | RemovedFile)[]
  readonly multiInst: boolean
  readonly sequential: boolean
  readonly initiator: boolean
  readonly mineRelates: boolean
}

export interface HistoryEntry {
  readonly seq: number
  readonly round: number
  readonly event: Event
}

export interface TimelineContext {
  readonly process: DocumentState
  readonly reader: { readonly id: string; readonly locale: Locale }
  readonly directory: Directory
  /** Names of nodes in all flow versions of the document's history. */
  readonly names: ReadonlyMap<string, Label>
  /** Recipients of copies, and whether they have read them. */
  readonly reads: ReadonlyMap<string, boolean>
  /** Due times of open tasks, by task. */
  readonly due: ReadonlyMap<string, Date>
  /** The files of the document that its history names. */
  readonly held: ReadonlyMap<string, HeldFile>
  /** Files of the form. */
  readonly inForm: readonly string[]
  /** Notes of the modules' actions and the form's follow-ups. */
  readonly notes: readonly Label[]
  readonly now: Date
}

/** A file that still exists. */
export type HeldFile = ReturnType<typeof wire> & { readonly removed: false }

/** A removed file. */
export interface RemovedFile extends TimelineFile {
  readonly removed: true
}
