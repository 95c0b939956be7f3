import { nowOf } from '#kernel/values/dates.ts'
import type { Event } from '#approval/event.ts'
import type { ProgressNode } from '#approval/wire/path.ts'
import { roundOf } from '#approval/state.ts'
import { type Copy, type NodeRun, startNode, type Task } from '#approval/types.ts'
import { reasonsInForce } from '#approval/resolve/absent-holders.ts'
import { heldFiles } from '#server/attachments/attachments.ts'
import { wire } from '#server/attachments/wire.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReadDocument } from '../lifecycle/engine-facts.ts'
import type { Definitions } from '../definitions/definition-store.ts'
import type { DocumentHost } from '../host.ts'
import { historyOf } from '../store/history.ts'
import { attachmentsOf } from '../links/links.ts'
import { endOfPath, type PathNode, pathOf } from './path.ts'
import { accessOnScreen, disclosedChanges } from '../values/disclosed-values.ts'
import { withheldFilesOf } from '../visibility/file-access.ts'
import { filesOf, type HistoryEntry, type TimelineContext, type TimelineRecord } from './record.ts'
import { skippedOf, timelineOf } from './timeline.ts'
import { labelOf, namesOf, personOf, spokenBy } from './people.ts'
import { modeCode, nodeTypes } from '../wire.ts'

interface TimelineReader {
  readonly host: Pick<DocumentHost, 'plugins' | 'documentActions'>
  readonly flows: Definitions
  readonly db: Db
  readonly caller: Caller
}

/** The timeline of a document: its history, its current nodes, and the remaining path. */
export interface TimelineView {
  /** Entries of all rounds, oldest first, followed by the running nodes. */
  readonly processRecord: readonly TimelineRecord[]
  /** Skipped nodes with the reason. */
  readonly skippedNodes: readonly TimelineRecord[]
  /** The remaining path from the current nodes to the end; empty for an ended document. */
  readonly nodeList: readonly PathNode[]
  /** The nodes of this round, from start to end. */
  readonly progress: readonly ProgressNode[]
}

/** The timeline of a document for its reader; the number of SQL statements does not depend on the length of the history. */
export async function timelineViewOf(reading: TimelineReader, document: ReadDocument): Promise<TimelineView> {
  const entries = await historyOf(reading.db, document.id)
  const context = await contextOf(reading, document, entries)
  const access = accessOnScreen(document)
  const ahead = document.process.status === 'inApproval' ? pathOf(document.pinned.flow, document, { process: document.process }) : []
  return {
    processRecord: timelineOf(entries, context).map((line) => ({ ...line, changes: disclosedChanges(line.changes, access) })),
    skippedNodes: skippedOf(entries, context),
    nodeList: ahead.length > 0 ? [...ahead, endOfPath] : [],
    progress: progressOf(context, { started: document.started, ended: document.ended, ahead }),
  }
}

/** Flow versions that an event refers to. */
const flowsNamedBy = (event: Event): readonly string[] =>
  (event.type === 'started' || event.type === 'adminMoved') && event.flow !== undefined ? [event.flow] : []

async function contextOf({ host, flows, db, caller }: TimelineReader, document: ReadDocument,
  entries: readonly HistoryEntry[]): Promise<TimelineContext> {
  const hashes = [...new Set(entries.flatMap(({ event }) => flowsNamedBy(event)))]
  const withheld = withheldFilesOf(document.form.fields, document.value, document.access)
  const [versions, reads, due, files] = await Promise.all([
    Promise.all(hashes.map((hash) => flows.pinned(db, document.form.key, hash))),
    db.selectFrom('cc').select(['person', 'read_at']).where('document', '=', document.id).execute(),
    db.selectFrom('task').select(['id', 'due_at']).where('document', '=', document.id).where('state', '=', 'running').where('due_at',
      'is not', null).execute(),
    heldFiles(db, document.id, [...new Set(entries.flatMap(({ event }) => filesOf(event)))].filter((file) => !withheld.has(file))),
  ])
  return {
    process: document.process,
    reader: { id: caller.id, locale: caller.locale },
    directory: document.evaluation.directory,
    names: namesOf(versions.map(({ flow }) => flow)),
    reads: new Map(reads.map(({ person, read_at }) => [person, read_at !== null])),
    due: new Map(due.flatMap(({ id, due_at: at }) => (at ? [[id, at] as const] : []))),
    held: new Map(files.map((row) => [row.id, { ...wire(host, row, caller.locale), removed: false }])),
    inForm: attachmentsOf(document.form.fields, document.value),
    notes: [...host.documentActions.map(({ note }) => note), ...(document.form.followUps ?? [])],
    now: document.at,
  }
}

interface ProgressInput {
  /** The time of filing of this round. */
  readonly started: Date
  readonly ended: Date | null
  readonly ahead: readonly PathNode[]
}

/** The nodes of this round in the order of their visits, then the remaining path, then the end. */
function progressOf(context: TimelineContext, input: ProgressInput): ProgressNode[] {
  const runs = takenRuns(context.process.runs, context.process.round)
  const copies = context.process.copies.filter(({ source, at }) => source === 'node' && at >= (roundStart(context) ?? ''))
  const waitsAtStart = runs.some(({ node, state }) => node === startNode && state === 'running')
  const passed = [...runs.filter(({ node }) => node !== startNode).map((run) => timed(run.enteredAt, nodeOfRun(run, context))),
    ...copyNodes(copies, context)]
  return [
    startOf(context, input, waitsAtStart),
    ...passed.toSorted((one, other) => one.at.localeCompare(other.at)).map(({ node }) => node),
    ...input.ahead.filter(({ state }) => state !== 'running').map(comingNode),
    endNode(context, input),
  ]
}

interface TimedNode {
  readonly at: string
  readonly node: ProgressNode
}

const timed = (at: string, node: ProgressNode): TimedNode => ({ at, node })

/** The last visit of each node. Nodes that a return has closed are left out: they are on the remaining path. */
function takenRuns(runs: readonly NodeRun[], round: number): NodeRun[] {
  const last = new Map(runs.filter((run) => roundOf(run) === round && run.closedFrom === undefined).map((run) => [run.node, run]))
  return [...last.values()]
}

const roundStart = ({ process }: TimelineContext) => process.runs.find(({ round }) => round === process.round)?.enteredAt

const runStates = { running: 'running', done: 'done', skipped: 'skipped', cancelled: 'stopped' } as const satisfies Record<NodeRun['state'],
  ProgressNode['state']>

function nodeOfRun(run: NodeRun, context: TimelineContext): ProgressNode {
  const { names, directory, due, now } = context
  const spoken = spokenBy(directory)
  const shown = run.tasks.filter(({ state }) => state !== 'cancelled')
  const people = shown.length > 0 ? shown : run.tasks
  return {
    ...emptyNode(run.node, nodeTypes.approve),
    ...labelOf(names, run.node),
    approvalTypeCode: modeCode(run.mode),
    state: runStates[run.state],
    userList: people.map((task) => ({ ...personOf(directory, task.person, { why: reasonsInForce(task.why).map(spoken) }),
      state: personState(task) })
    ),
    ...between(run.state === 'skipped' ? undefined : run.enteredAt, run.finishedAt, run.state === 'running' ? now : undefined),
    overdue: run.tasks.some(({ id, state }) => state === 'running' && (due.get(id) ?? now) < now),
    why: run.why ? spoken(run.why) : null,
  }
}

const personState = ({ state }: Task) => (state === 'running' || state === 'done' ? state : 'waiting')

function copyNodes(copies: readonly Copy[], { names, directory, reads }: TimelineContext): TimedNode[] {
  const nodes = [...new Set(copies.map(({ node }) => node ?? ''))]
  return nodes.map((id) => {
    const sent = copies.filter(({ node }) => (node ?? '') === id)
    const at = sent[0]?.at ?? ''
    const userList = sent.map(({ person, why }) => ({
      ...personOf(directory, person, { why: why.map(spokenBy(directory)), read: reads.get(person) ?? false }),
      state: 'done' as const,
    }))
    return timed(at, { ...emptyNode(id, nodeTypes.copy), ...labelOf(names, id), state: 'done', userList, ...between(at, at, undefined),
      minutes: null })
  })
}

function startOf({ process, names, directory, now }: TimelineContext, { started }: ProgressInput, waits: boolean): ProgressNode {
  const at = started.toISOString()
  const state = waits ? 'running' : 'done'
  return {
    ...emptyNode(startNode, nodeTypes.start),
    ...labelOf(names, startNode),
    state,
    userList: [{ ...personOf(directory, process.starter), state }],
    ...between(at, waits ? undefined : at, waits ? now : undefined),
    minutes: null,
  }
}

function comingNode({ nodeId, nodeName, nodeNameEn, nodeType, approvalTypeCode, state, userList, why }: PathNode): ProgressNode {
  return {
    ...emptyNode(nodeId, nodeType),
    nodeName,
    nodeNameEn,
    approvalTypeCode,
    state: state === 'skipped' ? 'skipped' : 'coming',
    userList: userList.map((person) => ({ ...person, state: 'waiting' })),
    why: why ?? null,
  }
}

function endNode({ process: { status } }: TimelineContext, { ended, started }: ProgressInput): ProgressNode {
  const { nodeId, nodeName, nodeNameEn, nodeType } = endOfPath
  const state = status === 'inApproval' ? 'coming' : status === 'completed' ? 'done' : 'stopped'
  const at = ended ? nowOf(ended) : null
  return { ...emptyNode(nodeId, nodeType), nodeName, nodeNameEn, state, enteredTime: at, finishedTime: at,
    minutes: ended ? minutesBetween(started, ended) : null }
}

const emptyNode = (nodeId: string, nodeType: number): ProgressNode => ({
  nodeId,
  nodeName: nodeId,
  nodeNameEn: nodeId,
  nodeType,
  approvalTypeCode: 1,
  state: 'coming',
  userList: [],
  enteredTime: null,
  finishedTime: null,
  minutes: null,
  overdue: false,
  why: null,
})

/** Start and end of a node, and its minutes until its end or now. */
function between(from: string | undefined, to: string | undefined, now: Date | undefined) {
  const start = from === undefined ? undefined : new Date(from)
  const end = to === undefined ? now : new Date(to)
  return {
    enteredTime: start ? nowOf(start) : null,
    finishedTime: to === undefined ? null : nowOf(new Date(to)),
    minutes: start && end ? minutesBetween(start, end) : null,
  }
}

const minutesBetween = (from: Date, to: Date) => Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000))
