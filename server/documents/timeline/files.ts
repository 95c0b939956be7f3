import type { Event, NamedFile } from '#approval/event.ts'
import { extensionOf } from '#kernel/values/file-name.ts'
import { isOwnAndRecent } from './comments.ts'
import type { HistoryEntry, HeldFile, RemovedFile } from './record.ts'

/** Files that were added beside decisions. */
export interface AddedFiles {
  /** Those that the reader may take out again now, by the sequence number of the entry that holds them. */
  readonly removable: ReadonlyMap<string, number>
  /** Those that were taken out, as they were called where the history says so. */
  readonly gone: ReadonlyMap<string, NamedFile | undefined>
}

interface TimelineFileReader {
  readonly person: string
  readonly now: Date
  /** Files of the form. */
  readonly inForm: readonly string[]
}

/** The files that were added in a history: those beside decisions, by the reader, a moment ago, may be taken out. */
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

/** The files that an event came with, those taken out since included. `held`: the document's files. */
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

/** Ids of the files that an event came with. */
export const filesOf = (event: Event): readonly string[] => ('attachments' in event ? (event.attachments ?? []) : [])
