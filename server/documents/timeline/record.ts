import type { Label, Locale } from '#kernel/wording/label.ts'
import { extensionOf } from '#kernel/values/files.ts'
import type { Directory } from '#approval/directory.ts'
import type { Event, NamedFile } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { TimelineFile, TimelineRecord as WireRecord } from '#approval/wire/timeline.ts'
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
type HeldFile = ReturnType<typeof wire> & { readonly removed: false }

/** A removed file. */
interface RemovedFile extends TimelineFile {
  readonly removed: true
}

/** Files that were added apart from decisions. */
export interface AddedFiles {
  /** Files that the reader may remove now, with the sequence number of their entry. */
  readonly removable: ReadonlyMap<string, number>
  /** Removed files, with their names where the history has them. */
  readonly gone: ReadonlyMap<string, NamedFile | undefined>
}

interface TimelineFileReader {
  readonly person: string
  readonly now: Date
  /** Ids of files in the form. */
  readonly inForm: readonly string[]
}

/**
 * The files added in a history. Removable are those added by the reader within the last ten minutes, unless the form or a decision has
 * them too.
 */
export function addedFiles(history: readonly Pick<HistoryEntry, 'seq' | 'event'>[],
  { person, now, inForm }: TimelineFileReader): AddedFiles {
  const last = new Map(
    history.flatMap((entry) => (isBeside(entry.event) ? filesOf(entry.event).map((file) => [file, entry] as const) : [])),
  )
  const kept = new Set([...inForm, ...history.flatMap(({ event }) => (isBeside(event) ? [] : filesOf(event)))])
  const isGone = ([, { event }]: readonly [string, Pick<HistoryEntry, 'event'>]) => event.type === 'attachmentRemoved'
  const removable = [...last].filter((one) => !isGone(one) && !kept.has(one[0]) && isOwnAndRecent(one[1].event, person, now))
  return {
    removable: new Map(removable.map(([file, { seq }]) => [file, seq])),
    gone: new Map([...last].filter(isGone).map(([file, { event }]) => [file, nameIn(event, file)])),
  }
}

/** The files of an event, including removed ones. `held`: the document's files. */
export function shownFiles(event: Event, { gone }: Pick<AddedFiles, 'gone'>,
  held: ReadonlyMap<string, HeldFile>): (HeldFile | RemovedFile)[] {
  return filesOf(event).map((id) => {
    if (event.type === 'attachmentRemoved') return removedFile(id, nameIn(event, id))
    const file = gone.has(id) ? undefined : held.get(id)
    return file ?? removedFile(id, gone.get(id))
  })
}

const removedFile = (id: string, known: NamedFile | undefined): RemovedFile => ({ id, realName: known?.name ?? null,
  fileType: known ? extensionOf(known.name) : null, size: known?.size ?? null, removed: true })

const nameIn = (event: Event, file: string): NamedFile | undefined =>
  event.type === 'attachmentRemoved' ? event.files?.find(({ id }) => id === file) : undefined

const isBeside = ({ type }: Event): boolean => type === 'commented' || type === 'attachmentAdded' || type === 'attachmentRemoved'

/** Ids of an event's files. */
export const filesOf = (event: Event): readonly string[] => ('attachments' in event ? (event.attachments ?? []) : [])

/** Period in which authors may retract comments and files, ms. */
const window = 600_000

/** Returns whether an event is by this person and within the retraction period. */
const isOwnAndRecent = ({ by, at }: Pick<Event, 'by' | 'at'>, person: string, now: Date): boolean =>
  by === person && now.getTime() - Date.parse(at) <= window

/** Returns whether a person may retract an event: their own comment, within ten minutes. */
export const mayTakeBack = (event: Event, person: string, now: Date): boolean =>
  event.type === 'commented' && isOwnAndRecent(event, person, now)
