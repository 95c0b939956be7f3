import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Command } from './command.ts'
import type { Department, Directory, OwnersOfRecords, Person } from './directory.ts'
import { allowed, decide, isRefusal, openTasks } from './engine.ts'
import type { Event, EventType } from './event.ts'
import { evolve } from './evolve.ts'
import type { Action, DocumentState, Facts, Refusal } from './types.ts'

type PersonDetails = Partial<Omit<Person, 'id'>>

/** A small company for tests: people and departments by id. */
export function company(
  people: Readonly<Record<string, PersonDetails>>,
  departments: Readonly<Record<string, Partial<Omit<Department, 'id'>>>>,
  more: { substitutes?: Readonly<Record<string, string>>; owners?: Readonly<Record<string, OwnersOfRecords>> } = {},
): Directory {
  const everyone = Object.entries(people).map(([id, words]): Person => ({
    id,
    name: id,
    enabled: true,
    departed: false,
    departments: [],
    roles: [],
    scopeDepartments: 'all',
    ...words,
  }))
  return {
    person: (id) => everyone.find((person) => person.id === id),
    department: (id) => {
      const found = departments[id]
      return found && { id, name: id, type: 'department', hasBudgetDept: true, enabled: true, ...found }
    },
    holders: (role) => everyone.filter((person) => person.enabled && person.roles.includes(role)),
    substitute: (person) => more.substitutes?.[person],
    owners: (kind) => more.owners?.[kind],
  }
}

export interface TestFlow {
  readonly flow: Flow
  readonly directory: Directory
  /** Another organisation from a minute of the day on, e.g. after a person left. */
  readonly afterwards?: { readonly minute: number; readonly directory: Directory }
  /** FEEL sources of the conditions that hold. */
  readonly holds?: readonly string[]
  /** Opinion facts that modules declare. */
  readonly opinionFacts?: readonly OpinionFact[]
  readonly values?: Readonly<Record<string, readonly string[]>>
  readonly permissions?: Readonly<Record<string, readonly string[]>>
  readonly facts?: Partial<Facts>
}

/** The facts at a minute of the test's day. */
export function factsOf(world: TestFlow, minute = 0): Facts {
  return {
    at: new Date(Date.UTC(2026, 0, 5, 1, minute)).toISOString(),
    directory: world.afterwards && minute >= world.afterwards.minute ? world.afterwards.directory : world.directory,
    condition: (feel) => world.holds?.includes(feel) ?? false,
    opinionFact: (name) => world.opinionFacts?.find(({ key }) => key === name),
    values: (path) => world.values?.[path] ?? [],
    // in tests, a field has the name of its kind of records
    recordKind: (path) => path.split('.').at(-1),
    form: { abortAfterCompletion: false },
    bindings: 0,
    holds: (person, permission) => world.permissions?.[person]?.includes(permission) ?? false,
    ...world.facts,
  }
}

/** A command without the common attributes. */
type Wish = Command extends infer C ? (C extends Command ? Omit<C, 'by' | 'at'> : never) : never

type OnTask = Extract<Wish, { task: string }>
type Loose<W> = W extends OnTask ? Omit<W, 'task'> & { readonly task?: string } : W
/** A command of a person; the task defaults to their first open one. */
export type Intention = Loose<Wish>

export interface TestStep {
  readonly by: string
  readonly intention: Intention
}

/** `does('li', { action: 'pass' })`: li passes the task that li holds. */
export const does = (by: string, intention: Intention): TestStep => ({ by, intention })
export const submits = (by: string, extra: { applicant?: string; choices?: { node: string; people: string[] }[] } = {}): TestStep =>
  does(by, { action: 'submit', document: 'd', form: 'leave', flow: 'f', applicant: by, ...extra })
export const passes = (by: string, comment?: string): TestStep => does(by, { action: 'pass', comment })
export const refuses = (by: string): TestStep => does(by, { action: 'refuse' })

/** The state of a test scenario, with its assertions. */
export interface Story {
  readonly events: readonly Event[]
  readonly document: DocumentState | undefined
  when(step: TestStep): Story
  /** The refusal of the last step; its code is without `approval.`. */
  readonly refusal: Refusal | undefined
  /** `node:person` of every running task, in order. */
  readonly waiting: readonly string[]
  /** Types of the events of the last step. */
  readonly emitted: readonly EventType[]
  readonly may: (person: string) => Action[]
}

/** Starts a scenario: `given(world, submits('wang')).when(passes('li')).waiting`. Throws if one of these steps is refused. */
export function given(world: TestFlow, ...steps: readonly TestStep[]): Story {
  let reached = story(world, [], [], undefined)
  for (const step of steps) {
    reached = reached.when(step)
    if (reached.refusal) throw new Error(`${step.by} may not ${step.intention.action}: ${reached.refusal.code}`)
  }
  return reached
}

function story(world: TestFlow, events: readonly Event[], last: readonly Event[], refusal: Refusal | undefined): Story {
  const document = events.reduce<DocumentState | undefined>(evolve, undefined)
  return {
    events,
    document,
    refusal,
    emitted: last.map(({ type }) => type),
    waiting: document ? openTasks(document).map(({ node, person }) => `${node}:${person}`) : [],
    may: (person) => (document ? allowed(document, world.flow, person, factsOf(world, events.length)) : []),
    when: (step) => {
      const facts = factsOf(world, events.length)
      const answer = decide(world.flow, document, commandOf(document, step, facts.at), facts)
      return isRefusal(answer) ? story(world, events, [], answer) : story(world, [...events, ...answer], answer, undefined)
    },
  }
}

function commandOf(document: DocumentState | undefined, { by, intention }: TestStep, at: string): Command {
  const tasks = document?.runs.flatMap((run) => run.tasks).filter((task) => task.person === by) ?? []
  const task = tasks.find(({ state }) => state === 'running') ?? tasks.findLast(({ state }) => state !== 'cancelled')
  return { task: task?.id ?? 'none', ...intention, by, at } as Command
}
