import { openTasks, replay } from '../engine.ts'
import { isOpen } from '../state.ts'
import type { Event } from '../event.ts'
import type { DocumentState, NodeRun, Task } from '../types.ts'
import type { DocumentSnapshot } from './life.ts'

/** Checks the invariants of the engine on a document; returns the violated ones in words. */
export function faults({ document, events }: DocumentSnapshot): readonly string[] {
  const tasks = document.runs.flatMap((run) => run.tasks)
  const running = document.runs.filter(({ state }) => state === 'running')
  const waits = openTasks(document).length > 0
  return [
    waits === (document.status === 'inApproval') ? [] : [`${document.status} ${waits ? 'with' : 'without'} a running task`],
    isDistinct(tasks.map(({ id }) => id)) ? [] : ['a task exists twice'],
    isDistinct(running.map(({ node }) => node)) ? [] : ['a node runs twice'],
    document.runs.flatMap(runFaults),
    tasks.filter((task) => isOrphan(task, tasks)).map(({ id }) => `${id} is suspended for nobody`),
    tasks.filter((task) => isStray(task, tasks)).map(({ id }) => `${id} was added by nobody who waits for it`),
    returnFaults(document),
    isSame(replay(JSON.parse(JSON.stringify(events)) as Event[]), document) ? [] : ['the history tells another state'],
  ].flat()
}

function runFaults(run: NodeRun): readonly string[] {
  const open = run.tasks.filter(isOpen)
  const counting = run.tasks.filter(({ state }) => state !== 'cancelled')
  return [
    run.state === 'running' || open.length === 0 ? [] : [`${run.id} is ${run.state} with open tasks`],
    run.state !== 'running' || run.tasks.some(({ state }) => state === 'running') ? [] : [`${run.id} waits for nobody`],
    isDistinct(counting.map(({ person }) => person)) ? [] : [`${run.id} asks a person twice`],
  ].flat()
}

const isOrphan = (task: Task, tasks: readonly Task[]): boolean =>
  task.state === 'suspended' && !tasks.some(({ parent, state }) => parent === task.id && state === 'running')

/** An open task added by countersign whose parent is not suspended. */
const isStray = (task: Task, tasks: readonly Task[]): boolean =>
  task.parent !== undefined && isOpen(task) && !tasks.some(({ id, state }) => id === task.parent && state === 'suspended')

/** Checks that a return is pending only while its target is running. */
function returnFaults({ returned, runs }: DocumentState): readonly string[] {
  if (!returned) return []
  return runs.some(({ id, state }) => id === returned.targetRun && state === 'running') ? [] : ['a return waits for nobody']
}

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

const isSame = (left: DocumentState | undefined, right: DocumentState): boolean => written(left) === written(right)

/** Canonical JSON: without undefined values, keys sorted. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted()) : part)
