import type { Event, NamedFile } from '#approval/event.ts'
import { extensionOf } from '#kernel/values/file-name.ts'
import type { HistoryEntry, HeldFile, RemovedFile } from './record.ts'

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
