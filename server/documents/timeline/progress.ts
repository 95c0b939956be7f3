import { roundOf } from '#approval/state.ts'
import type { Copy, NodeRun, Task } from '#approval/types.ts'
import { startNode } from '#approval/types.ts'
import type { ProgressNode } from '#approval/wire/progress.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { endOfPath, type PathNode } from './path.ts'
import { spokenBy } from './reasons.ts'
import { labelOf, personOf } from './people.ts'
import type { TimelineContext } from './record.ts'
import { modeCode, nodeTypes } from '../wire.ts'

interface ProgressInput {
  /** When this round was filed. */
  readonly started: Date
  readonly ended: Date | null
  readonly ahead: readonly PathNode[]
}

/** The nodes of this round in the order in which they were entered, then those to come, then the end. */
export function progressOf(context: TimelineContext, input: ProgressInput): ProgressNode[] {
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

/** Of each node the last entry; what a return has closed comes again, and is among the nodes to come. */
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
    userList: people.map((task) => ({ ...personOf(directory, task.person, { why: task.why.map(spoken) }), state: personState(task) })),
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

/** Times of a node, and its minutes up to its end or to now. */
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
