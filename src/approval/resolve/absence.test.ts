import { describe, expect, it } from 'vitest'
import type { ApproverRule, EmptyApproverPolicy } from '#kernel/flow.ts'
import { approve, defineFlow, departmentHead, ownerOf, selectUser } from '#kernel/flow.ts'
import { decide } from '../engine.ts'
import { evolve } from '../evolve.ts'
import { reason } from '../reason.ts'
import { company, does, factsOf, given, passes, submits } from '../testing.ts'
import type { TestFlow } from '../testing.ts'
import type { DocumentState, Task } from '../types.ts'
import { reasonsInForce } from './absent-holders.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
type People = Parameters<typeof company>[0]

function firm(changes: People = {}, substitutes: Record<string, string> = {}) {
  return company(
    {
      wang: { departments: ['rd'] },
      li: { departments: ['rd'] },
      zhao: { departments: ['group'] },
      sun: {},
      qian: {},
      admin: { roles: ['workflowAdmin'] },
      second: { roles: ['workflowAdmin'] },
      ...changes,
    },
    { group: { head: 'zhao' }, rd: { parent: 'group', head: 'li' }, empty: {} },
    { substitutes, owners: {
      vehicle: { cn: '保管人', en: 'Keeper', person: () => undefined },
      depot: { cn: '仓管', en: 'Storekeeper', demanded: true, person: () => undefined },
    } },
  )
}
const world = (by: ApproverRule, directory = firm(), policy: EmptyApproverPolicy = 'refuse',
  values: TestFlow['values'] = {}): TestFlow => ({
    flow: defineFlow([approve('a', people('qian'), label), approve('b', by, { ...label, mode: 'all' })], { emptyApprover: policy }),
    directory,
    values,
  })

describe('nobody found', () => {
  it('refuses the submission, though the node comes later', () => {
    const scenario = world(departmentHead('dept'), firm(), 'refuse', { dept: ['empty'] })
    expect(given(scenario).when(submits('wang')).refusal?.code).toBe('approval.noHead')
  })

  it('or goes to the workflow administrators, of whom one is enough', () => {
    const scenario = world(departmentHead('dept'), firm(), 'admin', { dept: ['empty'] })
    const story = given(scenario, submits('wang'), passes('qian'))
    expect(story.waiting).toEqual(['b:admin', 'b:second'])
    expect(story.document?.runs.at(-1)?.tasks[0]?.why).toEqual([{ code: 'approval.reason.emptyToAdmin', parameters: {} }])
    expect(story.when(passes('second')).document?.status).toBe('completed')
  })

  it('beside those who are found, one administrator is asked', () => {
    const scenario = world(departmentHead('dept'), firm(), 'admin', { dept: ['rd', 'empty'] })
    expect(given(scenario, submits('wang'), passes('qian')).waiting).toEqual(['b:li', 'b:admin'])
  })

  it('under way they are asked whatever the policy, since the document has to go on', () => {
    let values: TestFlow['values'] = { dept: ['rd'] }
    const scenario: TestFlow = { ...world(departmentHead('dept')), facts: { values: (path) => values?.[path] ?? [] } }
    const filed = given(scenario, submits('wang'))
    values = { dept: ['empty'] }
    expect(filed.when(passes('qian')).waiting).toEqual(['b:admin', 'b:second'])
  })

  it('never for a record that demands somebody, nor for people not chosen', () => {
    const vehicle = world(ownerOf('vehicle'), firm(), 'admin', { vehicle: ['truck'] })
    expect(given(vehicle, submits('wang'), passes('qian')).waiting).toEqual(['b:admin', 'b:second'])
    const depot = world(ownerOf('depot'), firm(), 'admin', { depot: ['north'] })
    expect(given(depot).when(submits('wang')).refusal?.code).toBe('approval.noOwner')
    expect(given(world(selectUser(2), firm(), 'admin')).when(submits('wang')).refusal).toMatchObject({
      code: 'approval.chooseEveryApprover',
      field: 'b',
    })
  })

  it('is no trouble where an approver on the way names them in the form', () => {
    const scenario: TestFlow = { ...world({ rule: 'person', field: 'implementer' }), facts: { waits: (path) => path === 'implementer' } }
    const filed = given(scenario).when(submits('wang'))
    expect(filed.waiting).toEqual(['a:qian'])
    // without a named substitute, an administrator gets the task
    expect(filed.when(passes('qian')).waiting).toEqual(['b:admin', 'b:second'])
  })

  it('with no administrator at all it is refused whatever the policy', () => {
    const nobody = firm({ admin: {}, second: {} })
    expect(given(world(people(), nobody, 'admin')).when(submits('wang')).refusal?.code).toBe('approval.noApprover')
  })
})

describe('someone was disabled or has left', () => {
  it('refuses the submission by name', () => {
    expect(given(world(people('sun'), firm({ sun: { departed: true } }))).when(submits('wang')).refusal).toMatchObject({
      code: 'approval.approverLeft',
      parameters: { name: 'sun' },
    })
    expect(given(world(people('sun'), firm({ sun: { enabled: false } }))).when(submits('wang')).refusal?.code).toBe(
      'approval.approverDisabled',
    )
  })

  it('under way, the task goes to the stand-in, else the superior, else an administrator', () => {
    // the person leaves between filing and the node: the second command has other facts than the first
    const gone = { li: { departed: true, departments: ['rd'] }, zhao: { departments: ['group'] } }
    const leaves = (directory: ReturnType<typeof firm>, person: string) => {
      let now = firm()
      const moving: TestFlow = { ...world(people(person)),
        directory: { ...now, person: (id) => now.person(id), substitute: (id) => now.substitute(id), department: (id) => now.department(id),
          holders: (key) => now.holders(key), owners: (kind) => now.owners(kind) } }
      const filed = given(moving, submits('wang'))
      now = directory
      return filed.when(passes('qian'))
    }
    expect(leaves(firm(gone, { li: 'sun' }), 'li').waiting).toEqual(['b:sun'])
    expect(leaves(firm(gone), 'li').waiting).toEqual(['b:zhao'])
    const nobodyAbove = leaves(firm({ sun: { enabled: false } }), 'sun')
    expect(nobodyAbove.waiting).toEqual(['b:admin'])
    expect(nobodyAbove.document?.runs.at(-1)?.tasks[0]).toMatchObject({
      owner: 'sun',
      origin: 'admin',
      why: [{ code: 'approval.reason.fixed' }, { code: 'approval.reason.goneToAdmin', parameters: { name: 'sun' } }],
    })
  })
})

describe('stand-ins', () => {
  it('take the task, and the assignment keeps its owner', () => {
    const story = given(world(people('li'), firm({}, { li: 'sun' })), submits('wang'), passes('qian'))
    expect(story.waiting).toEqual(['b:sun'])
    expect(story.document?.runs.at(-1)?.tasks[0]).toMatchObject({ owner: 'li', origin: 'substitute' })
  })

  it('in a chain, and a circle ends', () => {
    expect(given(world(people('li'), firm({}, { li: 'sun', sun: 'zhao' })), submits('wang'), passes('qian')).waiting).toEqual(['b:zhao'])
    expect(given(world(people('li'), firm({}, { li: 'sun', sun: 'li' })), submits('wang'), passes('qian')).waiting).toEqual(['b:sun'])
  })

  it('who are gone themselves do not count, and for the initiator their superior decides', () => {
    expect(given(world(people('li'), firm({ sun: { departed: true } }, { li: 'sun' })), submits('wang'), passes('qian')).waiting).toEqual([
      'b:li',
    ])
    expect(given(world(people('li'), firm({}, { li: 'wang' })), submits('wang'), passes('qian')).waiting).toEqual(['b:zhao'])
  })

  it('do not keep the assignment when the node is entered again and its owner is back', () => {
    let away = true
    const there = firm({}, { li: 'sun' })
    const scenario: TestFlow = { ...world(people('li')),
      directory: { ...there, substitute: (id) => (away ? there.substitute(id) : undefined) } }
    const story = given(scenario, submits('wang'), passes('qian'), does('sun', { action: 'return', target: 'a' }))
    away = false
    expect(story.when(passes('qian')).waiting).toEqual(['b:li'])
  })

  it('who act for two sit once', () => {
    expect(given(world(people('li', 'sun'), firm({}, { li: 'sun' })), submits('wang'), passes('qian')).waiting).toEqual(['b:sun'])
  })
})

describe('the end of an absence', () => {
  it('gives the task back to its owner, unless it was handed on since', () => {
    let now = firm({}, { sun: 'li' })
    const moving: TestFlow = { ...world(people('sun')), directory: { ...now, substitute: (id) => now.substitute(id) } }
    const filed = given(moving, submits('wang'), passes('qian'))
    const back = does('system', { action: 'comeBack', task: 'd-1-1-b-0' })
    expect(filed.waiting).toEqual(['b:li'])
    expect(filed.when(back).refusal?.code).toBe('approval.notAvailable')
    now = firm()
    const returned = filed.when(back)
    expect([returned.waiting, returned.document?.runs[1]?.tasks[0]?.owner]).toEqual([['b:sun'], undefined])
    expect(returned.when(back).refusal?.code).toBe('approval.notAvailable')
    expect(filed.when(does('li', { action: 'transfer', people: ['zhao'] })).when(back).refusal?.code).toBe('approval.notAvailable')
    expect(filed.when(does('li', { action: 'comeBack', task: 'd-1-1-b-0' })).refusal?.kind).toBe('forbidden')
  })
})

describe('an absence that ends or changes under way', () => {
  const back = does('system', { action: 'comeBack', task: 'd-1-1-b-0' })
  const replace = does('system', { action: 'replace', task: 'd-1-1-b-0' })
  /** The second node; `away` replaces the substitutes between two steps. */
  function moving(by: ApproverRule = people('sun')) {
    let substitutes: Record<string, string> = {}
    const there = firm({ hu: {} })
    const scenario: TestFlow = { ...world(by), directory: { ...there, substitute: (id) => substitutes[id] } }
    return { scenario, away: (next: Record<string, string>) => void (substitutes = next) }
  }
  const second = (story: ReturnType<typeof given>) => story.document?.runs[1]?.tasks[0]

  it('gives back what was moved on twice, to whoever is back first', () => {
    const { scenario, away } = moving()
    away({ sun: 'li' })
    const filed = given(scenario, submits('wang'), passes('qian'))
    away({ sun: 'li', li: 'hu' })
    const twice = filed.when(replace)
    expect([twice.waiting, second(twice)?.owner]).toEqual([['b:hu'], 'sun'])
    expect(twice.when(back).refusal?.code).toBe('approval.notAvailable')
    away({ sun: 'li' })
    expect(twice.when(back).waiting).toEqual(['b:li'])
    away({})
    const ended = twice.when(back)
    expect([ended.waiting, second(ended)?.owner, second(ended)?.origin]).toEqual([['b:sun'], undefined, 'normal'])
  })

  it('gives what was handed to somebody back to them, not to whoever handed it on', () => {
    const { scenario, away } = moving()
    const handed = given(scenario, submits('wang'), passes('qian'), does('sun', { action: 'transfer', people: ['li'] }))
    away({ li: 'hu' })
    const moved = handed.when(replace)
    expect(moved.waiting).toEqual(['b:hu'])
    expect(moved.when(back).refusal?.code).toBe('approval.notAvailable')
    away({})
    const ended = moved.when(back)
    expect([ended.waiting, second(ended)]).toEqual([['b:li'], expect.objectContaining({ owner: 'sun', origin: 'transfer', hops: 1 })])
    // the node asks them again after a return, too
    expect(moved.when(does('hu', { action: 'return', target: 'a' })).when(passes('qian')).waiting).toEqual(['b:li'])
  })

  it('keeps the task where the substitute handed it on or asked others about it', () => {
    const { scenario, away } = moving()
    away({ sun: 'li' })
    const filed = given(scenario, submits('wang'), passes('qian'))
    const handed = filed.when(does('li', { action: 'transfer', people: ['hu'] }))
    const asked = filed.when(does('li', { action: 'countersign', people: ['zhao'], order: 'any' })).when(passes('zhao'))
    const assigned = filed.when(does('admin', { action: 'reassign', task: 'd-1-1-b-0', person: 'hu', comment: 'urgent' }))
    away({})
    expect([handed, asked, assigned].map((story) => story.when(back).refusal?.code)).toEqual([
      'approval.notAvailable',
      'approval.notAvailable',
      'approval.notAvailable',
    ])
  })

  it('moves it to the new substitute when another one is named, and says so', () => {
    const { scenario, away } = moving()
    away({ sun: 'li' })
    const filed = given(scenario, submits('wang'), passes('qian'))
    expect(filed.when(back).refusal?.code).toBe('approval.notAvailable')
    away({ sun: 'hu' })
    const moved = filed.when(back)
    expect([moved.waiting, second(moved)?.owner]).toEqual([['b:hu'], 'sun'])
    expect(moved.events.at(-2)).toMatchObject({ from: 'li', to: 'hu', origin: 'substitute',
      why: { code: 'approval.reason.substituteChanged', parameters: { name: 'sun' } } })
    away({})
    expect(moved.when(back).waiting).toEqual(['b:sun'])
  })

  it('asks whoever is there when a turn in a sequence comes', () => {
    const { scenario, away } = moving()
    const turns = { ...scenario, flow: defineFlow([approve('b', people('zhao', 'sun'), { ...label, mode: 'sequential' })]) }
    away({ sun: 'li' })
    const filed = given(turns, submits('wang'))
    away({})
    expect(filed.when(passes('zhao')).waiting).toEqual(['b:sun'])
  })

  it('takes nothing from a substitute who decides in their own right or for two', () => {
    const { scenario, away } = moving(people('sun', 'li'))
    away({ sun: 'li' })
    const own = given(scenario, submits('wang'), passes('qian'))
    away({})
    expect([own.waiting, own.when(back).refusal?.code]).toEqual([['b:li'], 'approval.notAvailable'])
    const both = moving(people('sun', 'zhao'))
    both.away({ sun: 'li', zhao: 'li' })
    const forTwo = given(both.scenario, submits('wang'), passes('qian'))
    both.away({ zhao: 'li' })
    expect([forTwo.waiting, forTwo.when(back).refusal?.code]).toEqual([['b:li'], 'approval.notAvailable'])
  })

  it('replays a history from before it was kept for whom a task is held', () => {
    const { scenario, away } = moving()
    away({ sun: 'li' })
    const filed = given(scenario, submits('wang'), passes('qian'))
    const old = filed.events.map((event) =>
      event.type === 'nodeEntered'
        ? { ...event, tasks: event.tasks.map((task) => JSON.parse(JSON.stringify({ ...task, heldFor: undefined })) as Task) }
        : event
    )
    const before = old.reduce<DocumentState | undefined>(evolve, undefined)
    expect(before?.runs[1]?.tasks[0]).not.toHaveProperty('heldFor')
    away({})
    const command = { action: 'comeBack', task: 'd-1-1-b-0', by: 'system', at: '2026-01-05T02:00:00.000Z' } as const
    expect(decide(scenario.flow, before, command, factsOf(scenario))).toMatchObject([{ type: 'transferred', from: 'li', to: 'sun' }, {
      type: 'taskOpened',
      person: 'sun',
    }])
  })
})

describe('reassigning the task of a holder who is gone', () => {
  it('hands the task on, by the system or an administrator', () => {
    let now = firm()
    const moving: TestFlow = { ...world(people('sun')), directory: { ...now, person: (id) => now.person(id) } }
    const filed = given(moving, submits('wang'))
    expect(filed.when(does('system', { action: 'replace', task: 'd-1-1-a-0' })).refusal?.code).toBe('approval.notAvailable')
    now = firm({ qian: { departed: true } })
    const reassigned = filed.when(does('system', { action: 'replace', task: 'd-1-1-a-0' }))
    expect(reassigned.waiting).toEqual(['a:admin'])
    expect(reassigned.emitted).toEqual(['transferred', 'taskOpened'])
    expect(filed.when(does('li', { action: 'replace', task: 'd-1-1-a-0' })).refusal?.kind).toBe('forbidden')
  })

  describe('at once, when the task has its turn', () => {
    const adds = (by: string, order: 'sequence' | 'any', ...added: string[]) => does(by, { action: 'countersign', people: added, order })
    /** One sequential node; a person leaves after the given steps, then the last step is taken. */
    const leaves = (person: string, steps: Parameters<typeof given>[1][], last: Parameters<typeof given>[1],
      after: Partial<Record<string, string>> = {}) => {
      let now = firm()
      const moving: TestFlow = {
        flow: defineFlow([approve('a', people('li', 'qian'), { ...label, mode: 'sequential' })]),
        directory: { ...now, person: (id) => now.person(id), substitute: (id) => now.substitute(id), holders: (role) => now.holders(role) },
      }
      const before = given(moving, submits('wang'), ...steps)
      now = firm({ [person]: { departed: true, departments: ['rd'] } }, after as Record<string, string>)
      return before.when(last)
    }

    it('in a sequence', () => {
      const story = leaves('qian', [], passes('li'))
      expect(story.waiting).toEqual(['a:zhao'])
      expect(story.emitted).toEqual(['passed', 'transferred', 'taskOpened'])
      expect(story.events.at(-2)).toMatchObject({ by: 'system', from: 'qian', to: 'zhao', origin: 'admin',
        why: { code: 'approval.reason.goneToSuperior', parameters: { name: 'qian' } } })
      expect(story.document?.runs[0]?.tasks[1]).toMatchObject({ person: 'zhao', owner: 'qian' })
    })

    it('by the stand-in first', () => {
      expect(leaves('qian', [], passes('li'), { qian: 'sun' }).waiting).toEqual(['a:sun'])
    })

    it('when it comes back after a countersign, also one taken back', () => {
      expect(leaves('li', [adds('li', 'any', 'sun')], passes('sun')).waiting).toEqual(['a:zhao'])
      expect(leaves('li', [adds('li', 'any', 'sun')], does('li', { action: 'cancelCountersign' })).waiting).toEqual(['a:zhao'])
    })

    it('in a countersign in sequence, and never with two tasks of a node for one person', () => {
      expect(leaves('sun', [adds('li', 'sequence', 'second', 'sun')], passes('second')).waiting).toEqual(['a:zhao'])
      expect(leaves('sun', [adds('li', 'sequence', 'zhao', 'sun')], passes('zhao')).waiting).toEqual(['a:admin'])
    })

    it('and waits for them where nobody is left: an administrator sees it in the lists', () => {
      const story = leaves('sun', [adds('li', 'sequence', 'zhao', 'admin', 'second', 'sun'), passes('zhao'), passes('admin')],
        passes('second'))
      expect(story.waiting).toEqual(['a:sun'])
    })
  })
})

describe('the reasons for a holder', () => {
  const [rule, away, back] = ['reason.fixed', 'reason.substitute', 'reason.back'].map((code) => reason(code, { name: 'Li' }))
  const handedOn = reason('reason.transferred', { name: 'Zhao' })
  const other = reason('reason.substitute', { name: 'Sun' })

  it.each([
    ['name an absence while it lasts', [rule!, away!], [rule!, away!]],
    ['leave it out when it is over, with whom it was handed on to', [rule!, away!, handedOn, back!], [rule!]],
    ['leave out each that is over', [rule!, away!, back!, away!, back!], [rule!]],
    ['keep the absence of somebody else', [rule!, other, away!, back!], [rule!, other]],
    ['keep a return without an absence', [rule!, back!], [rule!, back!]],
  ])('%s', (_, why, inForce) => {
    expect(reasonsInForce(why)).toEqual(inForce)
  })
})
