import type { ApprovalNode, ApproverRule } from '#kernel/flow.ts'
import { simpleRules } from '#kernel/flow/flow-nodes.ts'
import { automatic } from './automatic.ts'
import { isComplete, liveRuns, ownTasks, peopleOf, roundOf, runOf, taskOf } from '../state.ts'
import { reason } from '../reason.ts'
import { actsForAbsent, type Assignment, successorOf } from '../resolve/assign.ts'
import { absentHolders, rightfulHolder } from '../resolve/absent-holders.ts'
import { resolveAssignees } from '../resolve/assignees.ts'
import { approvalNode } from '../tree.ts'
import { type BlockPath, type DocumentState, type Facts, type NodeRun, type Reason, startNode, type Task } from '../types.ts'
import { emit, type Execution, nextVisit, violation } from '../execution.ts'
import { system } from '../event.ts'
import { type DecisionContext, isExcluded } from '../resolve/interested.ts'
import { isActive } from '../directory.ts'

/**
 * Opens a task, or resumes it. In a running document, a holder who was disabled, has left or is away is replaced first. A task already held
 * for an absence goes to whoever holds it for that absence now, or back.
 */
export function openTask(execution: Execution, { id }: Pick<Task, 'id'>): void {
  const task = taskOf(execution.document, id)
  if (!task) return
  const { run, node, person } = (execution.stage === 'running' ? holderOfNow(execution, task) : undefined) ?? task
  emit(execution, { type: 'taskOpened', run, node, task: id, person })
}

function holderOfNow(execution: Execution, task: Task): Task | undefined {
  if (isAbandoned(execution.facts, task)) return replaceHolder(execution, task, system)
  if (task.heldFor) return endAbsence(execution, task)
  return task.origin === 'substitute' ? undefined : replaceHolder(execution, task, system)
}

/** Gives a task that is held for an absence back, or to the substitute of now. Returns the task with its new holder. */
export function endAbsence(execution: Execution, task: Task): Task | undefined {
  const next = rightfulHolder(execution, task)
  if (!next) return undefined
  emit(execution, { type: 'transferred', run: task.run, node: task.node, task: task.id, from: task.person, ...next }, system)
  return { ...task, person: next.to }
}

/** Returns whether the holder of a task is no longer active. A task at the start node always stays with the initiator. */
export const isAbandoned = ({ directory }: Facts, { node, person }: Task): boolean =>
  node !== startNode && person !== system && !isActive(directory, person)

/** The person who acts for an absent holder of a task; undefined if there is none. */
export function actsForHolder({ flow, facts, document }: DecisionContext, task: Pick<Task, 'node' | 'run' | 'person'>):
  | Pick<Assignment, 'person' | 'origin' | 'why'>
  | undefined {
  const node = approvalNode(flow, task.node)?.block
  const run = runOf(document, task.run)
  if (!node || !run) return undefined
  const present = peopleOf(run)
  const acting = actsForAbsent(facts.directory, task.person,
    (other) => present.has(other) || isExcluded(node, { flow, facts, document }, other))
  return acting && { person: acting.person, origin: 'substitute', why: [acting.why] }
}

/**
 * Hands a task over: of an inactive holder to the substitute, superior or an administrator; of an absent one to the substitute or superior.
 *
 * @returns the task with its new holder; undefined if the holder is present, or nobody may hold it
 */
export function replaceHolder(execution: Execution, task: Task, by: string): Task | undefined {
  const { flow, facts, document } = execution
  const run = runOf(document, task.run)
  const question = { flow, facts, document, node: task.node, stage: 'running', mirrored: [] } as const
  const successor = isAbandoned(facts, task)
    ? successorOf(question, { person: task.person, why: [] }, run && [...peopleOf(run)])
    : actsForHolder(execution, task)
  if (!successor) return undefined
  const { person, origin, why: [why = reason('reason.goneToAdmin')] } = successor
  const heldFor = heldForAfter(facts, task)
  emit(execution, { type: 'transferred', run: task.run, node: task.node, task: task.id, from: task.person, to: person, origin, why,
    ...(heldFor && { heldFor }) }, by)
  return { ...task, person }
}

/** The absent people for whom a successor holds a task: those of before, or the holder who is away. */
function heldForAfter(facts: Facts, task: Task): Task['heldFor'] {
  if (absentHolders(task).length > 0) return absentHolders(task)
  const { person, origin, owner } = task
  return isAbandoned(facts, task) ? undefined : [{ person, origin, ...(owner !== undefined && { owner }) }]
}

/** Enters a node if its condition holds. Returns whether it is done at once: skipped, or completed automatically. */
export function enterNode(execution: Execution, node: ApprovalNode, path: BlockPath): boolean {
  const enters = node.when === undefined || execution.facts.condition(node.when)
  return enters ? enterAnyway(execution, node, path) : skip(execution, node, path, reason('skip.condition'))
}

/** Enters a node regardless of its condition, e.g. as the target of a return. */
export function enterAnyway(execution: Execution, node: ApprovalNode, path: BlockPath): boolean {
  const { flow, facts, document, stage, isAhead } = execution
  const assignments = resolveAssignees(node, { flow, facts, document, node: node.id, stage, mirrored: [], isAhead })
  if (assignments.onlyInitiator) return skip(execution, node, path, reason('skip.onlyInitiator'))
  for (const problem of assignments.problems) violation(execution, problem, node.id)
  return assignNode(execution, { node, path, assignments: assignments.assignments, mode: assignments.byAdministrators ? 'any' : node.mode,
    requested: requestedNow(execution, node) })
}

interface NodeEntry {
  readonly node: ApprovalNode
  readonly path: BlockPath
  readonly assignments: readonly Assignment[]
  readonly mode: ApprovalNode['mode']
  readonly requested: readonly string[] | undefined
}

/** Creates the tasks of a node. Returns whether it is done at once. */
export function assignNode(execution: Execution, { node, path, assignments, mode, requested }: NodeEntry): boolean {
  const place = nextVisit(execution.document, node.id)
  emit(execution, {
    type: 'nodeEntered',
    ...place,
    node: node.id,
    path,
    veto: node.veto ?? true,
    mode,
    ...(requested && { asked: requested }),
    tasks: assignments.map((assignment, index) => assignedTask(assignment, index, { ...place, node: node.id })),
  })
  if (!openTasks(execution, place.run)) return false
  emit(execution, { type: 'nodeLeft', run: place.run, node: node.id })
  return true
}

/** Opens the due tasks of a run. Returns whether it is complete and can be left. */
export function openTasks(execution: Execution, runId: string): boolean {
  passAutomatically(execution, runId)
  const run = current(execution, runId)
  if (isComplete(run)) return true
  for (const task of turns(run)) openTask(execution, task)
  return false
}

function passAutomatically(execution: Execution, runId: string): void {
  const node = approvalNode(execution.flow, current(execution, runId).node)?.block
  const seen = new Set<string>()
  for (;;) {
    const run = current(execution, runId)
    const task = turns(run).find(({ id }) => !seen.has(id))
    if (!node || !task || isComplete(run)) return
    seen.add(task.id)
    const why = automatic(execution, node, run, task)
    if (why) emit(execution, { type: 'autoPassed', run: runId, node: run.node, task: task.id, person: task.person, why })
  }
}

/** The waiting tasks that are due; in a sequence only the first, and none while an earlier one is in progress. */
function turns(run: NodeRun): readonly Task[] {
  const tasks = ownTasks(run)
  const waiting = tasks.filter((task) => task.state === 'waiting')
  if (run.mode !== 'sequential') return waiting
  return tasks.some((task) => task.state === 'running' || task.state === 'suspended') ? [] : waiting.slice(0, 1)
}

function skip(execution: Execution, node: ApprovalNode, path: BlockPath, why: Reason): true {
  const requested = requestedNow(execution, node)
  emit(execution, { type: 'nodeSkipped', ...nextVisit(execution.document, node.id), node: node.id, path, why,
    ...(requested && { asked: requested }) })
  return true
}

function assignedTask(assignment: Assignment, index: number, place: Pick<Task, 'run' | 'round' | 'visit' | 'node'>): Task {
  const { person, owner, heldFor, origin, why, groups } = assignment
  return { id: `${place.run}-${index}`, ...place, index, person, owner, heldFor, origin, why, groups, state: 'waiting', hops: 0 }
}

function current(execution: Execution, runId: string): NodeRun {
  const run = runOf(execution.document, runId)
  if (!run) throw new Error(`There is no run ${runId}`)
  return run
}

/** The current values of the fields in a node's rule; undefined for a node without `asksAdded`. */
export const requestedNow = ({ facts }: Pick<Execution, 'facts'>, node: ApprovalNode): readonly string[] | undefined =>
  node.asksAdded && [...new Set(fieldsOf(node.by).flatMap((field) => facts.values(field)))]

interface AddedPeople {
  readonly requested: readonly string[]
  readonly assignments: readonly Assignment[]
}

/**
 * People who still have to be asked at a node that is done, because its fields have new values (e.g. a row was moved to another
 * department); without those who have passed in this round.
 */
export function addedTo(execution: Execution, node: ApprovalNode): AddedPeople | undefined {
  const { flow, facts, document, stage, isAhead } = execution
  const runs = liveRuns(document).filter((run) => run.node === node.id)
  const known = new Set(runs.flatMap(({ asked: requested = [] }) => requested))
  const requested = (requestedNow(execution, node) ?? []).filter((value) => !known.has(value))
  if (runs.length === 0 || requested.length === 0 || (node.when !== undefined && !facts.condition(node.when))) return undefined
  const fields = fieldsOf(node.by)
  const onlyAdded = { ...facts, values: (path: string) => (fields.includes(path) ? requested : facts.values(path)) }
  const { assignments } = resolveAssignees(node, { flow, facts: onlyAdded, document, node: node.id, stage, mirrored: [], isAhead })
  const passed = passedPeople(document)
  return { requested, assignments: assignments.filter(({ person, owner }) => !passed.has(owner ?? person)) }
}

/** People who have passed in this round, and those whose substitute has. */
const passedPeople = (document: DocumentState): ReadonlySet<string> =>
  new Set(liveRuns(document).filter((run) => roundOf(run) === document.round).flatMap(({ tasks }) => tasks)
    .filter(({ result }) => result === 'passed' || result === 'auto')
    .flatMap(({ person, owner }) => (owner === undefined ? [person] : [person, owner])))

const fieldsOf = (rule: ApproverRule): readonly string[] =>
  simpleRules(rule).flatMap((each) => ('field' in each && each.field !== undefined ? [each.field] : []))
