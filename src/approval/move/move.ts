import type { ApprovalNode, Block, Flow } from '#kernel/flow.ts'
import { startFlow } from '../advance.ts'
import { administratorGuard, judgeComment } from '../actions/administer.ts'
import { defineAction, type Situation } from '../actions/action.ts'
import type { CommandOf } from '../command.ts'
import { emit, execute, type Execution, nextVisit, outcome, violation } from '../execution.ts'
import { openTasks as openTurns, requestedNow } from '../nodes/enter-node.ts'
import { reason, refusal } from '../reason.ts'
import type { Assignment } from '../resolve/assign.ts'
import { type Assignments, resolveAssignees } from '../resolve/assignees.ts'
import { liveRuns, openTasks, ownTasks, waitsAtStart } from '../state.ts'
import { approvalNode, blockAt, branchesOf, stepsAt } from '../tree.ts'
import type { BlockPath, DocumentState, Facts, NodeRun, Reason, Refusal, Task } from '../types.ts'

/** Moves a running document to another version of its flow: its decisions are replayed there, or it starts over. */
export const move = defineAction({
  name: 'move',
  refuse: (attempt) => administratorGuard(attempt, 'move') ?? (waitsAtStart(attempt.document) ? refusal('census.waitsAtStart') : undefined),
  check: (_, { comment }) => judgeComment(comment),
  decide: (situation, command) => {
    const execution = movedExecution(situation, command)
    const result = outcome(execution)
    if ('refusal' in result) return result
    return openTasks(execution.document).length > 0 && execution.document.status === 'inApproval' ? result : refusal('census.nothingLeft')
  },
})

/** Executes a move. The first event lists the kept and the closed runs. */
export function movedExecution(situation: Situation,
  command: Pick<CommandOf<'move'>, 'by' | 'choice' | 'to' | 'flow' | 'comment' | 'confirmedBy'>): Execution {
  if (command.choice === 'restart') return restarted(situation, command)
  const all = new Set(liveRuns(situation.document).filter((run) => isSameRoute(situation.flow, command.flow, run.node)).map(({ id }) => id))
  // decisions behind an open step do not count; without them another step may stay open, so repeat until the set is stable
  for (let kept = all;;) {
    const walk = walked(situation, command, kept)
    const reached = new Set([...kept].filter((id) => walk.reached.has(id)))
    if (reached.size === kept.size) return walk.execution
    kept = reached
  }
}

function restarted({ document, facts }: Situation,
  command: Pick<CommandOf<'move'>, 'by' | 'to' | 'flow' | 'comment' | 'confirmedBy'>): Execution {
  const { by, to, flow, comment, confirmedBy } = command
  const execution = execute({ flow, facts, document, by })
  emit(execution, { type: 'adminMoved', move: 'restart', flow: to, comment, confirmedBy, kept: [],
    closed: liveRuns(document).map(({ id }) => id) })
  startFlow(execution)
  return execution
}

interface Walk {
  readonly execution: Execution
  /** The version that the document is pinned to. */
  readonly from: Flow
  /** The document before the move. */
  readonly before: DocumentState
  readonly kept: ReadonlySet<string>
  /** Ids of the kept runs up to and including open steps. */
  readonly reached: Set<string>
}

function walked({ flow: from, document, facts }: Situation,
  command: Pick<CommandOf<'move'>, 'by' | 'to' | 'flow' | 'comment' | 'confirmedBy'>, kept: ReadonlySet<string>): Walk {
  const { by, to, flow, comment, confirmedBy } = command
  const execution = execute({ flow, facts, document, by })
  const live = liveRuns(document)
  const places = live.filter(({ id }) => kept.has(id)).map((run) => ({ run: run.id, path: pathIn(flow, run) }))
  const isInPlace = places.every(({ run, path }) => String(live.find(({ id }) => id === run)?.path) === String(path))
  emit(execution, { type: 'adminMoved', move: 'move', flow: to, comment, confirmedBy, kept: places,
    closed: live.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    ...(!(isInPlace && kept.size === live.length && isReturnInPlace(from, flow, document)) && { endsDirectReturn: true as const }) })
  const walk: Walk = { execution, from, before: document, kept, reached: new Set() }
  walkSteps(walk, [])
  return walk
}

const pathIn = (flow: Flow, run: NodeRun): BlockPath => approvalNode(flow, run.node)?.path ?? run.path

/** Returns whether the runs closed by a pending return, and its returning node, have the same paths in both versions. */
function isReturnInPlace(from: Flow, to: Flow, { returned, runs }: DocumentState): boolean {
  if (!returned) return true
  const nodes = [returned.from, ...runs.filter(({ id }) => returned.closed.includes(id)).map(({ node }) => node)]
  return nodes.every((node) =>
    isSameRoute(from, to, node) && String(approvalNode(from, node)?.path) === String(approvalNode(to, node)?.path)
  )
}

/** Replays steps until the first open one of each branch. Returns whether all of them are done. */
const walkSteps = (walk: Walk, prefix: BlockPath): boolean =>
  stepsAt(walk.execution.flow, prefix).every((block, index) => walkBlock(walk, block, [...prefix, index]))

/** Replays a block. Copies are neither repeated nor sent retroactively. */
function walkBlock(walk: Walk, block: Block, path: BlockPath): boolean {
  if (block.block === 'copy') return true
  if (block.block === 'approve') return walkNode(walk, block, path)
  return branchesTaken(walk, block).map((branch) => walkSteps(walk, [...path, branch])).every(Boolean)
}

function walkNode(walk: Walk, node: ApprovalNode, path: BlockPath): boolean {
  const { execution, before, kept } = walk
  const live = liveRuns(before).filter((run) => run.node === node.id)
  const own = live.filter(({ id }) => kept.has(id))
  if (own.length === 0) return enterCarrying(execution, node, path, live)
  for (const { id } of own) walk.reached.add(id)
  return own.every(({ state }) => state !== 'running')
}

/** Enters a changed or new step, counting the manual passes that its people gave there before. Returns whether it is done. */
function enterCarrying(execution: Execution, node: ApprovalNode, path: BlockPath, before: readonly NodeRun[]): boolean {
  const { flow, facts, document } = execution
  const place = { ...nextVisit(document, node.id), node: node.id }
  const found = resolveAssignees(node, { flow, facts, document, node: node.id, stage: 'running', mirrored: [] })
  const why = skipReason(node, facts, found)
  if (why) {
    emit(execution, { type: 'nodeSkipped', ...place, path, why, ...askedOf(execution, node) })
    return true
  }
  for (const problem of problemsOf(found, flow)) violation(execution, problem, node.id)
  const mode = found.byAdministrators ? 'any' : node.mode
  const tasks = found.assignments.map((assignment, index): Task => taskFor(assignment, { ...place, index }))
  emit(execution, { type: 'nodeEntered', ...place, path, mode, veto: node.veto ?? true, ...askedOf(execution, node),
    tasks: carried(tasks, before, mode === 'sequential') })
  if (!openTurns(execution, place.run)) return false
  emit(execution, { type: 'nodeLeft', run: place.run, node: node.id })
  return true
}

const skipReason = ({ when }: ApprovalNode, { condition }: Facts, { onlyInitiator }: Assignments): Reason | undefined => {
  if (when !== undefined && !condition(when)) return reason('skip.condition')
  return onlyInitiator ? reason('skip.onlyInitiator') : undefined
}

/** The problems of a step. Its administrators do not step in if the flow refuses nodes without approvers. */
const problemsOf = ({ problems, byAdministrators }: Assignments, { settings }: Flow): readonly Refusal[] =>
  byAdministrators && settings.emptyApprover === 'refuse' ? [...problems, refusal('census.nobody')] : problems

function askedOf(execution: Execution, node: ApprovalNode): { readonly asked?: readonly string[] } {
  const asked = requestedNow(execution, node)
  return asked ? { asked } : {}
}

const taskFor = ({ person, owner, heldFor, origin, why, groups }: Assignment,
  place: Pick<Task, 'run' | 'round' | 'visit' | 'node' | 'index'>): Task => ({ id: `${place.run}-${place.index}`, ...place, person, owner,
    heldFor, origin, why, groups, state: 'waiting', hops: 0 })

/** Marks tasks as passed by earlier passes, each used once: of the person, their owner or substitute; in a sequence up to the first gap. */
function carried(tasks: readonly Task[], before: readonly NodeRun[], isSequence: boolean): readonly Task[] {
  const matches = matched(tasks, before.flatMap(ownTasks).filter(({ result }) => result === 'passed'))
  const open = tasks.findIndex(({ id }) => !matches.has(id))
  return tasks.map((task, index): Task => {
    const own = isSequence && open >= 0 && index > open ? undefined : matches.get(task.id)
    if (!own) return task
    const { comment, openedAt, finishedAt } = own
    return { ...task, state: 'done', result: 'passed', openedAt, finishedAt, ...(comment !== undefined && { comment }) }
  })
}

/** The earlier pass for each task: first by the same person, then by owner or substitute. */
function matched(tasks: readonly Task[], passed: readonly Task[]): ReadonlyMap<string, Task> {
  const matches = new Map<string, Task>()
  const left = new Set(passed)
  const isSame = (known: Task, task: Task) => known.person === task.person
  const actsFor = (known: Task, task: Task) => sides(known).some((person) => sides(task).includes(person))
  for (const isMatch of [isSame, actsFor]) {
    for (const task of tasks.filter(({ id }) => !matches.has(id))) {
      const own = [...left].find((known) => isMatch(known, task))
      if (own && left.delete(own)) matches.set(task.id, own)
    }
  }
  return matches
}

const sides = ({ person, owner }: Task): readonly string[] => (owner === undefined ? [person] : [person, owner])

/** The branches to replay: those taken before, if block and conditions are unchanged; else evaluated with the current value. */
function branchesTaken({ execution, from, before }: Walk, block: Exclude<Block, { block: 'approve' | 'copy' }>): readonly number[] {
  if (block.block === 'parallel') return block.branches.map((_, branch) => branch)
  const taken = takenBefore(from, before, block)
  if (taken.length > 0) return taken
  const open = block.branches.flatMap(({ when }, branch) => (execution.facts.condition(when) ? [branch] : []))
  if (open.length === 0) return [branchesOf(block).length - 1]
  return block.block === 'exclusive' ? open.slice(0, 1) : open
}

function takenBefore(from: Flow, document: DocumentState, block: Block): readonly number[] {
  const taken = new Set<number>()
  for (const { path } of liveRuns(document)) {
    for (let depth = 1; depth < path.length; depth += 2) {
      const known = blockAt(from, path.slice(0, depth))
      const branch = path[depth]
      if (known?.id === block.id && conditionsOf(known) === conditionsOf(block) && branch !== undefined) taken.add(branch)
    }
  }
  return [...taken].toSorted((one, other) => one - other)
}

const conditionsOf = (block: Block): string =>
  block.block === 'exclusive' || block.block === 'inclusive'
    ? JSON.stringify([block.block, block.branches.map(({ when }) => when)])
    : JSON.stringify([block.block])

/** The attributes of a step that determine its approvers and its mode. */
const routeOf = ({ by, mode, when, veto, manual, excludes, confirms }: ApprovalNode): string =>
  sorted({ by, mode, when, veto: veto ?? true, manual, excludes, confirms })

/** Returns whether a step exists in both versions with the same approvers and mode. */
function isSameRoute(from: Flow, to: Flow, node: string): boolean {
  const [before, after] = [approvalNode(from, node)?.block, approvalNode(to, node)?.block]
  return before !== undefined && after !== undefined && routeOf(before) === routeOf(after)
}

/** Canonical JSON: keys sorted, undefined values left out. */
export function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner) ?? ''
}

/** The refusal of a move; undefined if it succeeded. */
export const moveRefusal = (execution: Execution): Refusal | undefined => execution.violations[0]?.refusal
