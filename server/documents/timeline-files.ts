import type { Event } from '../../src/approval/event.ts'
import { isOwnAndRecent } from './comments.ts'
import type { Entry } from './timeline-record.ts'

/** Files that were added beside decisions. */
export interface AddedFiles {
  /** Those that the reader may take out again now, by the sequence number of the entry that holds them. */
  readonly removable: ReadonlyMap<string, number>
  /** Those that were taken out. */
  readonly gone: ReadonlySet<string>
}

interface Reader {
  readonly person: string
  readonly now: Date
  /** Files of the form. */
  readonly inForm: readonly string[]
}

/** What has become of the files of a history: what was said beside decisions, by the reader, a moment ago, may be taken out. */
export function addedFiles(history: readonly Pick<Entry, 'seq' | 'event'>[], { person, now, inForm }: Reader): AddedFiles {
  const last = new Map(history.flatMap((entry) => (isBeside(entry.event) ? filesOf(entry.event).map((file) => [file, entry] as const) : [])))
  const kept = new Set([...inForm, ...history.flatMap(({ event }) => (isBeside(event) ? [] : filesOf(event)))])
  const isGone = ([, { event }]: readonly [string, Pick<Entry, 'event'>]) => event.type === 'attachmentRemoved'
  const removable = [...last].filter((one) => !isGone(one) && !kept.has(one[0]) && isOwnAndRecent(one[1].event, person, now))
  return {
    removable: new Map(removable.map(([file, { seq }]) => [file, seq])),
    gone: new Set([...last].filter(isGone).map(([file]) => file)),
  }
}

const isBeside = ({ type }: Event): boolean => type === 'commented' || type === 'attachmentAdded' || type === 'attachmentRemoved'

const filesOf = (event: Event): readonly string[] => ('attachments' in event ? (event.attachments ?? []) : [])
