import type { Command } from '../command.ts'
import { decide, evolve, isRefusal, openTasks } from '../engine.ts'
import type { Event } from '../event.ts'
import { factsOf } from '../testing.ts'
import type { TestFlow } from '../testing.ts'
import type { Action, DocumentState } from '../types.ts'
import { startNode } from '../types.ts'
import type { Roll } from './testing-random.ts'
import { names } from './testing-random.ts'

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
