import { decide, evolve, isRefusal, openTasks, replay } from '../engine.ts'
import { isOpen } from '../state.ts'
import type { Event } from '../event.ts'
import { type Action, type DocumentState, type NodeRun, startNode, type Task } from '../types.ts'
import type { Command } from '../command.ts'
import { factsOf, type TestFlow } from '../testing.ts'
import { names, type Roll } from './testing-random.ts'

export interface DocumentSnapshot {
  readonly document: DocumentState
  readonly events: readonly Event[]
}

const filing: Command = { action: 'submit', by: 'wang', at: '', document: 'd', form: 'leave', flow: 'f', applicant: 'wang' }

/** Files a document and applies random commands; returns a snapshot after each accepted one. */
export function life(world: TestFlow, steps: readonly Roll[]): readonly DocumentSnapshot[] {
  const filed = next(world, undefined, filing, 0)
  const moments = filed ? [filed] : []
  for (const [step, roll] of steps.entries()) {
    const last = moments.at(-1)
    const moment = last && next(world, last, commandOf(world, last.document, roll), (step + 1) * minutesBetween)
    if (moment) moments.push(moment)
  }
  return moments
}

/** Minutes between commands; enough for a further urge. */
const minutesBetween = 40

/** The snapshot after a command; undefined when it was refused. */
export function next(world: TestFlow, last: DocumentSnapshot | undefined, command: Command, minute: number): DocumentSnapshot | undefined {
  const answer = decide(world.flow, last?.document, command, factsOf(world, minute))
  if (isRefusal(answer)) return undefined
  const document = answer.reduce<DocumentState | undefined>(evolve, last?.document)
  return document && { document, events: [...(last?.events ?? []), ...answer] }
}

const byAdministrator: readonly Action[] = ['reassign', 'skip', 'jump', 'forceEnd', 'void', 'replace']
const byStarter: readonly Action[] = ['revoke', 'edit', 'resubmit', 'urge']

/** Turns random numbers into a command that is likely to be accepted: on an open task, by its holder. */
function commandOf(world: TestFlow, document: DocumentState, { action, who, task: number, target, unchanged }: Roll): Command {
  const open = openTasks(document)
  const task = open[number % Math.max(open.length, 1)]
  const person = pick([...names, 'admin'], who)
  const nodes = [startNode, ...new Set(document.runs.map(({ node }) => node)), ...world.flow.steps.map(({ id }) => id)]
  return {
    action,
    by: actorOf(action) ?? task?.person ?? person,
    at: '',
    task: task?.id,
    target: pick(nodes, target),
    people: [person],
    person,
    order: unchanged ? 'any' : 'sequence',
    unchanged,
    comment: 'because',
    reason: 'hard',
    applicant: 'wang',
    document: 'd',
    form: 'leave',
    flow: 'f',
  } as Command
}

function actorOf(action: Action): string | undefined {
  if (byAdministrator.includes(action)) return 'admin'
  return byStarter.includes(action) ? 'wang' : undefined
}

const pick = (list: readonly string[], number: number): string => list[number % list.length] ?? ''

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
