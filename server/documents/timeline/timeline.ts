import type { Directory } from '#approval/directory.ts'
import type { TimelinePerson } from '#approval/wire/timeline.ts'
import { type Event, system } from '#approval/event.ts'
import type { NodeRun, Task } from '#approval/types.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { mayTakeBack } from './comments.ts'
import { spokenBy } from './reasons.ts'
import { actorsOf, commentOf, moveOf, nodeIdOf, nodeTypeOf, operateTypes, type AdminMovedEvent } from './events.ts'
import { nodePeopleOf, runningRecords } from './nodes.ts'
import { labelOf, personOf } from './people.ts'
import { type AddedFiles, addedFiles, shownFiles } from './files.ts'
import type { HistoryEntry, TimelineContext, TimelineRecord } from './record.ts'
import { modeCode } from '../wire.ts'

/** The history as lines, oldest first; those who have it now come last. */
export function timelineOf(entries: readonly HistoryEntry[], context: TimelineContext): TimelineRecord[] {
  const state = timelineStateOf(entries, context)
  return [...entries.flatMap((entry, index) => recordsOf(entry, { ...state, before: entries[index - 1]?.event })),
    ...runningRecords(context)]
}

/** Nodes that were left out, with why, in the same shape; people look at them only when they ask. */
export function skippedOf(entries: readonly HistoryEntry[], context: TimelineContext): TimelineRecord[] {
  const state = timelineStateOf(entries, context)
  return entries.flatMap((entry) => (entry.event.type === 'nodeSkipped' ? [recordOf(entry, 'skipped', state)] : []))
}

/** The facts that lines are made from, found once for the whole history. */
interface TimelineState extends TimelineContext {
  readonly tasks: ReadonlyMap<string, Task>
  readonly runs: ReadonlyMap<string, NodeRun>
  /** Sequence numbers of comments that were taken back. */
  readonly removed: ReadonlySet<number>
  /** The last line of each entry of a node. */
  readonly last: ReadonlyMap<string, number>
  readonly files: AddedFiles
  readonly before?: Event
}

function timelineStateOf(entries: readonly HistoryEntry[], context: TimelineContext): TimelineState {
  const shown = entries.filter(({ event }) => operateTypes[event.type] !== undefined && 'run' in event)
  return {
    ...context,
    runs: new Map(context.process.runs.map((run) => [run.id, run])),
    tasks: new Map(context.process.runs.flatMap(({ tasks }) => tasks).map((task) => [task.id, task])),
    removed: new Set(entries.flatMap(({ event }) => (event.type === 'commentRemoved' ? [event.seq] : []))),
    files: addedFiles(entries, { person: context.reader.id, now: context.now, inForm: context.inForm }),
    last: new Map(shown.map(({ seq, event }) => [(event as { readonly run: string }).run, seq])),
  }
}

function recordsOf(entry: HistoryEntry, state: TimelineState & { before: Event | undefined }): TimelineRecord[] {
  const { event } = entry
  const operateType = event.type === 'adminMoved' ? moveOf(event) : operateTypes[event.type]
  return operateType ? [recordOf(entry, operateType, state)] : []
}

function recordOf(entry: HistoryEntry, operateType: string, state: TimelineState): TimelineRecord {
  const { seq, round, event } = entry
  const { process, reader, names, runs, before } = state
  const nodeId = nodeIdOf(event, runs)
  const isDeleted = state.removed.has(seq)
  const moved = movedBy(event, before)
  const task = taskOf(event, state)
  const at = nowOf(new Date(event.at))
  return {
    id: `${process.id}-${seq}`,
    procInstId: process.id,
    round,
    countsIn: countedIn(entry, state),
    nodeType: nodeTypeOf(event),
    nodeId,
    ...labelOf(names, nodeId),
    operateType,
    ...peopleOf(event, task, state),
    createTime: at,
    endTime: at,
    ...entryLine(event, { moved, isDeleted, notes: state.notes, locale: reader.locale }),
    ...filesOf(entry, state),
    ...nodeOf(entry, state),
    editable: !isDeleted && mayTakeBack(event, reader.id, state.now),
    deleted: isDeleted,
    changes: before?.type === 'valueChanged' ? before.changes.filter(({ before: was, after }) => (was ?? after ?? null) !== null) : [],
    ...('why' in event ? { why: spokenBy(state.directory)(event.why) } : {}),
    ...marksOf(event, { task, moved, names, directory: state.directory }),
  }
}

/** A line that is about no entry of a node counts where it was written. */
function countedIn({ round, event }: HistoryEntry, { runs }: TimelineState): number {
  const run = 'run' in event ? runs.get(event.run) : undefined
  return run?.countsIn ?? round
}

const taskOf = (event: Event, { tasks }: TimelineState):
  | Task
  | undefined => ('task' in event && event.task !== undefined ? tasks.get(event.task) : undefined)

/** The person who did it, those whom it is about, and those to whom it was copied. */
function peopleOf(event: Event, task: Task | undefined, { process, reader, directory, reads }: TimelineState) {
  const ids = actorsOf(event)
  const isByFlow = event.by === system || (event.type === 'copied' && event.source === 'node')
  return {
    operator: isByFlow ? null : personOf(directory, event.by),
    userList: ids.map((id, index) => personOf(directory, id, index === 0 ? whyOf(event, task, directory) : {})),
    userIdList: ids,
    ccUserList: event.type === 'copied'
      ? event.people.map(({ person, why }) =>
        personOf(directory, person, { why: why.map(spokenBy(directory)), read: reads.get(person) ?? false })
      )
      : [],
    initiator: ids[0] === process.starter,
    mineRelates: ids.includes(reader.id),
  }
}

/** The administrator's move that an event only carries out. */
const movedBy = (event: Event, before: Event | undefined): AdminMovedEvent | undefined =>
  before?.type === 'adminMoved' && (event.type === 'transferred' || event.type === 'refused') ? before : undefined

interface LineReading {
  readonly moved: AdminMovedEvent | undefined
  readonly isDeleted: boolean
  readonly notes: readonly Label[]
  readonly locale: Locale
}

function entryLine(event: Event, { moved, isDeleted, notes, locale }: LineReading) {
  if (isDeleted) return { comment: null, commentDefault: false }
  const { comment, isDefault } = commentOf(event, moved, { notes, locale })
  return { comment, commentDefault: isDefault }
}

/** The files that came with it; a comment that was taken back takes its files along. */
function filesOf({ seq, event }: HistoryEntry, { removed, files, held }: TimelineState) {
  const oaAttachmentList = removed.has(seq) ? [] : shownFiles(event, files, held)
  return { oaAttachmentList, removableList: oaAttachmentList.map(({ id }) => id).filter((file) => files.removable.get(file) === seq) }
}

/** The way in which the people of the node decide, and on the node's last line who they are. */
function nodeOf({ seq, event }: HistoryEntry, { runs, directory, last }: TimelineState) {
  const run = 'run' in event ? runs.get(event.run) : undefined
  if (!run) return { approvalTypeCode: null, multiInst: false, sequential: false, nodePeople: [] }
  const isLast = last.get(run.id) === seq && run.state === 'done'
  return {
    approvalTypeCode: modeCode(run.mode),
    multiInst: run.tasks.filter(({ parent }) => parent === undefined).length > 1,
    sequential: run.mode === 'sequential',
    nodePeople: isLast ? nodePeopleOf(run, directory) : [],
  }
}

/** The reason why this person is the approver; what nobody did by hand says its own reason on the line. */
function whyOf(event: Event, task: Task | undefined, directory: Directory): Pick<TimelinePerson, 'why'> {
  if (!task || !('node' in event) || event.type === 'transferred') return {}
  const own = 'why' in event ? event.why.code : undefined
  return { why: task.why.filter(({ code }) => code !== own).map(spokenBy(directory)) }
}

function marksOf(event: Event,
  { task, moved, names, directory }: { task: Task | undefined; moved: AdminMovedEvent | undefined; names: ReadonlyMap<string, Label>;
    directory: Directory }) {
  const target = targetOf(event)
  return {
    hardToDecide: event.type === 'passed' && event.result === 'hard',
    administrator: event.type === 'adminMoved' || moved !== undefined,
    confirmedBy: confirmerOf(event.type === 'adminMoved' ? event : moved, directory),
    countersigner: task?.parent !== undefined,
    orderType: orderTypeOf(event),
    cancelled: event.type === 'countersignCancelled',
    target: target === null ? null : { nodeId: target, ...labelOf(names, target) },
  }
}

/** The second person who confirmed what an administrator had proposed. */
const confirmerOf = (moved: AdminMovedEvent | undefined, directory: Directory) =>
  moved?.confirmedBy === undefined ? null : personOf(directory, moved.confirmedBy)

function targetOf(event: Event): string | null {
  const isSent = event.type === 'returned' || (event.type === 'adminMoved' && event.move === 'jump')
  return isSent ? (event.target ?? null) : null
}

function orderTypeOf(event: Event): 1 | 2 | null {
  if (event.type !== 'countersigned') return null
  return event.order === 'sequence' ? 1 : 2
}
