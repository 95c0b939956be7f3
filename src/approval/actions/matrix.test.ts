import { describe, expect, it } from 'vitest'
import type { ApproverRule } from '#kernel/flow.ts'
import { approve, copy, defineFlow } from '#kernel/flow.ts'
import { company, does, given, passes, refuses, submits } from '../testing.ts'
import type { TestStep, Story, TestFlow } from '../testing.ts'
import type { Action, Task } from '../types.ts'
import { actionNames } from '../types.ts'
import { matrices, rowsOf, words } from './testing-matrix.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const world: TestFlow = {
  flow: defineFlow([
    copy('notified', people('copied'), label),
    approve('first', people('past'), label),
    approve('second', people('holder', 'waiting'), { ...label, mode: 'sequential' }),
    approve('third', people('later'), label),
  ]),
  directory: company({
    starter: {},
    applicant: {},
    past: {},
    holder: {},
    waiting: {},
    later: {},
    added: {},
    added2: {},
    transferee: {},
    copied: {},
    voider: {},
    stranger: {},
    other: {},
    admin: { roles: ['workflowAdmin'] },
    repairer: {},
  }, {}),
  permissions: { voider: ['abandoned'], repairer: ['workflow:instance:admin'] },
}
const lenient: TestFlow = { ...world, facts: { form: { abortAfterCompletion: true } } }

const filed = [submits('starter', { applicant: 'applicant' }), passes('past')]
const adds = does('holder', { action: 'countersign', people: ['added', 'added2'], order: 'sequence' })
const hands = does('holder', { action: 'transfer', people: ['transferee'] })
const back = does('holder', { action: 'return', target: 'start' })
const ends = [passes('holder'), passes('waiting'), passes('later')]
const story = (...steps: TestStep[]) => (scenario: TestFlow): Story => given(scenario, ...filed, ...steps)

/** Stories that lead to each state of the matrix. */
const states: Record<keyof typeof matrices, (scenario: TestFlow) => Story> = {
  running: story(),
  countersigned: story(adds),
  'countersigned, one acted': story(adds, passes('added')),
  transferred: story(hands),
  'at the start': story(back),
  completed: story(...ends),
  refused: story(refuses('holder')),
  revoked: story(does('starter', { action: 'revoke' })),
  voided: story(does('voider', { action: 'void' })),
  'completed, revocable': () => given(lenient, ...filed, ...ends),
  'refused, revocable': () => given(lenient, ...filed, refuses('holder')),
}

const details: Partial<Record<Action, Record<string, unknown>>> = {
  return: { target: 'first' },
  countersign: { people: ['other'], order: 'any' },
  transfer: { people: ['other'] },
  comment: { comment: 'hello' },
  copy: { people: ['other'] },
  hardToDecide: { reason: 'hard' },
  reassign: { person: 'other', comment: 'why' },
  skip: { comment: 'why' },
  jump: { target: 'first', comment: 'why' },
  forceEnd: { comment: 'why' },
  resubmit: { flow: 'f', applicant: 'applicant' },
  submit: { document: 'd', form: 'leave', flow: 'f', applicant: 'applicant' },
}

/** The task that a person would act on: their own current or former one, else one that another person holds. */
function taskFor({ document }: Story, person: string, action: Action): string | undefined {
  const tasks = document?.runs.flatMap((run) => run.tasks) ?? []
  const own = repairs.includes(action) ? [] : tasks.filter((task) => task.person === person || task.owner === person)
  const [first] = [...own.filter(isLive), ...own.slice(-1), ...tasks.filter(isRunning), ...tasks.slice(-1)]
  return first?.id
}

/** Actions on tasks of others. */
const repairs: readonly Action[] = ['reassign', 'skip', 'replace']
const isRunning = ({ state }: Task): boolean => state === 'running'
const isLive = ({ state }: Task): boolean => state === 'running' || state === 'suspended'

/** The cell of the matrix: `yes`, or the word for the refusal. */
function outcome(reached: Story, person: string, action: Action): string {
  const wish = { action, task: taskFor(reached, person, action), ...details[action] } as Parameters<typeof does>[1]
  const { refusal } = reached.when(does(person, wish))
  return refusal ? (words[refusal.code] ?? refusal.code) : 'yes'
}

describe.each(Object.entries(matrices))('a document that is %s', (state, matrix) => {
  const reached = states[state as keyof typeof matrices](world)

  it.each(rowsOf(matrix))('%s', (person, cells) => {
    expect(Object.fromEntries(actionNames.map((action) => [action, outcome(reached, person, action)]))).toEqual(cells)
    expect(reached.may(person)).toEqual(actionNames.filter((action) => cells[action] === 'yes'))
  })
})
