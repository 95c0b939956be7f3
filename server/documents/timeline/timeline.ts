import { nowOf } from '#kernel/values/dates.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Directory } from '#approval/directory.ts'
import type { NodePerson, TimelinePerson } from '#approval/wire/timeline.ts'
import { type Event, system, type ValueChanged } from '#approval/event.ts'
import type { NodeRun, Task } from '#approval/types.ts'
import { roundOf } from '#approval/state.ts'
import approvalCn from '#approval/locales/cn.ts'
import approvalEn from '#approval/locales/en.ts'
import { reasonsInForce } from '#approval/resolve/absent-holders.ts'
import { type AddedFiles, addedFiles, type HistoryEntry, mayTakeBack, shownFiles, type TimelineContext,
  type TimelineRecord } from './record.ts'
import { labelOf, personOf, readMentions, readNote, spokenBy } from './people.ts'
import { modeCode, nodeTypes } from '../wire.ts'

/** The history as entries, oldest first, followed by the running nodes. */
export function timelineOf(entries: readonly HistoryEntry[], context: TimelineContext): TimelineRecord[] {
  const state = timelineStateOf(entries, context)
  return [...entries.flatMap((entry, index) => recordsOf(entry, { ...state, before: entries[index - 1]?.event })),
    ...runningRecords(context)]
}

/** Entries of skipped nodes with the reason; shown on demand only. */
export function skippedOf(entries: readonly HistoryEntry[], context: TimelineContext): TimelineRecord[] {
  const state = timelineStateOf(entries, context)
  return entries.flatMap((entry) => (entry.event.type === 'nodeSkipped' ? [recordOf(entry, 'skipped', state)] : []))
}

/** Data from which entries are built, computed once per history. */
interface TimelineState extends TimelineContext {
  readonly tasks: ReadonlyMap<string, Task>
  readonly runs: ReadonlyMap<string, NodeRun>
  /** Sequence numbers of retracted comments. */
  readonly removed: ReadonlySet<number>
  /** Sequence number of the last entry of each visit. */
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
  const operateType = operateTypeOf(event)
  return operateType ? [recordOf(entry, operateType, state)] : []
}

/** The operate type of an event's entry. A changed value has one if another document wrote it; other changes belong to their action. */
function operateTypeOf(event: Event): string | undefined {
  if (event.type === 'adminMoved') return moveOf(event)
  if (event.type === 'valueChanged') return event.from && 'written'
  return operateTypes[event.type]
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
    ...entryLine(event, { moved, isDeleted, notes: state.notes, locale: reader.locale, directory: state.directory }),
    ...filesOf(entry, state),
    ...nodeOf(entry, state),
    editable: !isDeleted && mayTakeBack(event, reader.id, state.now),
    deleted: isDeleted,
    changes: changesOf(event, before).filter(({ before: was, after }) => (was ?? after ?? null) !== null),
    ...(event.type === 'valueChanged' && event.from?.number !== undefined && { writtenBy: event.from.number }),
    ...('why' in event && event.why ? { why: spokenBy(state.directory)(event.why) } : {}),
    ...marksOf(event, { task, moved, names, directory: state.directory }),
  }
}

/** Changes with an entry: those that another document wrote, or those of the action itself. */
function changesOf(event: Event, before: Event | undefined): ValueChanged['changes'] {
  if (event.type === 'valueChanged') return event.changes
  // a change of somebody else, of the server or of another document is no part of this action
  return before?.type === 'valueChanged' && before.by === event.by && !before.from ? before.changes : []
}

/** The round in which an entry counts; entries without a visit count in the round in which they were written. */
function countedIn({ round, event }: HistoryEntry, { runs }: TimelineState): number {
  const run = 'run' in event ? runs.get(event.run) : undefined
  return run?.countsIn ?? round
}

const taskOf = (event: Event, { tasks }: TimelineState):
  | Task
  | undefined => ('task' in event && event.task !== undefined ? tasks.get(event.task) : undefined)

/** The actor, the people concerned, and the recipients of copies. */
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

/** The administrator's move that caused an event. */
const movedBy = (event: Event, before: Event | undefined): AdminMovedEvent | undefined =>
  before?.type === 'adminMoved' && (event.type === 'transferred' || event.type === 'refused') ? before : undefined

interface LineReading {
  readonly moved: AdminMovedEvent | undefined
  readonly isDeleted: boolean
  readonly notes: readonly Label[]
  readonly locale: Locale
  readonly directory: Directory
}

function entryLine(event: Event, { moved, isDeleted, ...reading }: LineReading) {
  if (isDeleted) return { comment: null, commentDefault: false }
  const { comment, isDefault } = commentOf(event, moved, reading)
  return { comment, commentDefault: isDefault }
}

/** The files of an event; none for a retracted comment. */
function filesOf({ seq, event }: HistoryEntry, { removed, files, held }: TimelineState) {
  const oaAttachmentList = removed.has(seq) ? [] : shownFiles(event, files, held)
  return { oaAttachmentList, removableList: oaAttachmentList.map(({ id }) => id).filter((file) => files.removable.get(file) === seq) }
}

/** The mode of the node, and on its last entry the people. */
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

/** The reasons why a person is the approver, without those that the event of an automatic step already gives. */
function whyOf(event: Event, task: Task | undefined, directory: Directory): Pick<TimelinePerson, 'why'> {
  if (!task || !('node' in event) || event.type === 'transferred') return {}
  const own = 'why' in event ? event.why?.code : undefined
  return { why: reasonsInForce(task.why).filter(({ code }) => code !== own).map(spokenBy(directory)) }
}

function marksOf(event: Event,
  { task, moved, names, directory }: { task: Task | undefined; moved: AdminMovedEvent | undefined; names: ReadonlyMap<string, Label>;
    directory: Directory }) {
  const target = targetOf(event)
  return {
    ...passMarks(event),
    administrator: event.type === 'adminMoved' || moved !== undefined,
    confirmedBy: confirmerOf(event.type === 'adminMoved' || event.type === 'voided' ? event : moved, directory),
    countersigner: task?.parent !== undefined,
    orderType: orderTypeOf(event),
    cancelled: event.type === 'countersignCancelled',
    target: target === null ? null : { nodeId: target, ...labelOf(names, target) },
  }
}

const passMarks = (event: Event) =>
  event.type === 'passed'
    ? { hardToDecide: event.result === 'hard', exceptions: event.exceptions ?? 0 }
    : { hardToDecide: false, exceptions: 0 }

/** The second person who confirmed an intervention. */
const confirmerOf = (event: Pick<AdminMovedEvent, 'confirmedBy'> | undefined, directory: Directory) =>
  event?.confirmedBy === undefined ? null : personOf(directory, event.confirmedBy)

function targetOf(event: Event): string | null {
  const isSent = event.type === 'returned' || (event.type === 'adminMoved' && event.move === 'jump')
  return isSent ? (event.target ?? null) : null
}

function orderTypeOf(event: Event): 1 | 2 | null {
  if (event.type !== 'countersigned') return null
  return event.order === 'sequence' ? 1 : 2
}

/** Returns the people of a visit in order; empty for a single person. */
function nodePeopleOf(run: NodeRun, directory: Directory): NodePerson[] {
  if (run.tasks.length < 2) return []
  return run.tasks.map((task) => ({ ...personOf(directory, task.person), state: stateOf(task), countersigner: task.parent !== undefined }))
}

const stateOf = ({ state }: Task): NodePerson['state'] => (state === 'cancelled' ? 'dropped' : state)

/** Entries of the running nodes, with start and due time. */
function runningRecords(context: TimelineContext): TimelineRecord[] {
  const { process } = context
  if (process.status !== 'inApproval') return []
  return process.runs.filter(({ state }) => state === 'running').map((run) => runningRecord(run, context))
}

function runningRecord(run: NodeRun, context: TimelineContext): TimelineRecord {
  const { process, reader, directory, names } = context
  const holders = run.tasks.filter(({ state }) => state === 'running')
  const ids = holders.map(({ person }) => person)
  return {
    id: `${process.id}-running-${run.id}`,
    procInstId: process.id,
    round: run.round,
    countsIn: roundOf(run),
    nodeType: run.node === 'start' ? nodeTypes.start : nodeTypes.approve,
    nodeId: run.node,
    ...labelOf(names, run.node),
    operateType: 'running',
    operator: null,
    userList: holders.map((task) => holderOf(task, context)),
    userIdList: ids,
    ccUserList: [],
    createTime: nowOf(new Date(run.enteredAt)),
    endTime: null,
    comment: null,
    commentDefault: false,
    oaAttachmentList: [],
    removableList: [],
    approvalTypeCode: modeCode(run.mode),
    nodePeople: nodePeopleOf(run, directory),
    multiInst: run.tasks.filter(({ parent }) => parent === undefined).length > 1,
    sequential: run.mode === 'sequential',
    initiator: ids.includes(process.starter),
    mineRelates: ids.includes(reader.id),
    editable: false,
    deleted: false,
    changes: [],
    hardToDecide: false,
    exceptions: 0,
    administrator: false,
    confirmedBy: null,
    countersigner: false,
    orderType: null,
    cancelled: false,
    target: null,
  }
}

const hour = 3_600_000

/** An assignee of a running task. */
function holderOf(task: Task, { directory, due, now }: TimelineContext): TimelinePerson {
  const since = task.openedAt === undefined ? undefined : new Date(task.openedAt)
  const dueAt = due.get(task.id)
  return personOf(directory, task.person, {
    why: reasonsInForce(task.why).map(spokenBy(directory)),
    since: since ? nowOf(since) : null,
    stayHours: since ? Math.max(0, Math.floor((now.getTime() - since.getTime()) / hour)) : 0,
    dueTime: dueAt ? nowOf(dueAt) : null,
    overdue: dueAt !== undefined && dueAt < now,
  })
}

/** A move of a workflow administrator. */
type AdminMovedEvent = Extract<Event, { type: 'adminMoved' }>

/** Operate types of the events shown in the timeline; other events are internal. */
const operateTypes: Partial<Record<Event['type'], string>> = {
  started: 'start',
  passed: 'completed',
  autoPassed: 'autoCompleted',
  refused: 'refuse',
  objected: 'refuse',
  revoked: 'aborted',
  voided: 'invalid',
  returned: 'backed',
  commented: 'comment',
  commentRemoved: 'deleted',
  countersigned: 'addsign',
  countersignCancelled: 'addsign',
  transferred: 'transfer',
  copied: 'cc',
  attachmentAdded: 'attachment',
  attachmentRemoved: 'delAttachment',
}

/** The operate type of an administrator's move; reassigning and ending are shown by the following event. */
function moveOf({ move }: AdminMovedEvent): string | undefined {
  if (move === 'skip') return 'autoCompleted'
  if (move === 'move' || move === 'restart') return 'flowMoved'
  return move === 'jump' ? 'backed' : undefined
}

const opinions: Readonly<Record<Locale, Readonly<Record<'passed' | 'autoPassed', string>>>> = {
  cn: { passed: approvalCn['approval.defaultOpinion'], autoPassed: approvalCn['approval.autoOpinion'] },
  en: { passed: approvalEn['approval.defaultOpinion'], autoPassed: approvalEn['approval.autoOpinion'] },
}

/** Comments without content: empty, or the default opinion. */
const defaults: ReadonlySet<string> = new Set(['', opinions.cn.passed, opinions.en.passed])

/** The comment of an event; an empty one becomes the default opinion in the reader's language. */
function commentOf(event: Event, moved: AdminMovedEvent | undefined,
  { notes, locale, directory }: Omit<LineReading, 'moved' | 'isDeleted'>): { comment: string | null; isDefault: boolean } {
  const { comment = moved?.comment } = event as { readonly comment?: string }
  const meant = meaningOf(event, comment ?? '', locale)
  if (meant !== undefined) return { comment: meant, isDefault: true }
  const shown = comment && event.type === 'commented'
    ? readMentions(readNote(comment, notes, locale), event.mentioned, { directory, locale })
    : comment
  return { comment: shown || null, isDefault: false }
}

const meaningOf = ({ type }: Event, comment: string, locale: Locale): string | undefined =>
  (type === 'passed' || type === 'autoPassed') && defaults.has(comment.trim()) ? opinions[locale][type] : undefined

/** Returns the node of an event; null where it concerns the whole document. */
function nodeIdOf(event: Event, runs: ReadonlyMap<string, NodeRun>): string | null {
  if (event.type === 'started') return 'start'
  if (event.type === 'adminMoved')
    return event.flow !== undefined
      ? null
      : (event.move === 'skip' ? event.target : jumpedFrom(event, runs)) ?? null
  return 'node' in event ? (event.node ?? null) : null
}

/** The node from which a jump was made: the first of the closed visits that was running. */
const jumpedFrom = ({ closed }: AdminMovedEvent, runs: ReadonlyMap<string, NodeRun>): string | undefined =>
  closed.map((id) => runs.get(id)).find((run) => run?.closedFrom === 'running')?.node

/** Returns the node type by which clients choose the icon. */
function nodeTypeOf(event: Event): number {
  if (event.type === 'started') return nodeTypes.start
  return event.type === 'copied' ? nodeTypes.copy : nodeTypes.approve
}

/** The people of an entry; for an automatic step, the person on whose behalf it was done. */
function actorsOf(event: Event): string[] {
  if (event.type === 'autoPassed') return [event.person]
  if (event.type === 'transferred') return [event.from, event.to]
  if (event.type === 'countersigned') return [event.by, ...event.tasks.map(({ person }) => person)]
  if (event.type === 'nodeSkipped') return []
  return event.type === 'copied' && event.source === 'node' ? [] : [event.by]
}
