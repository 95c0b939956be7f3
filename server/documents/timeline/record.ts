import type { Directory } from '#approval/directory.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { TimelineFile, TimelineRecord as WireRecord } from '#approval/wire/timeline.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { wire } from '#server/attachments/wire.ts'

/** One line of a document's history, with what only other clients read. */
export interface TimelineRecord extends WireRecord {
  readonly procInstId: string
  /** The round in which its node's entry counts: a later one where a direct resume restored it. */
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

/** A file that is there, with all that is known of it. */
export type HeldFile = ReturnType<typeof wire> & { readonly removed: false }

/** A file that was taken out. */
export interface RemovedFile extends TimelineFile {
  readonly removed: true
}
