import { describe, expect, it } from 'vitest'
import type { ApproverRule } from '#kernel/flow.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { company, does, given, passes, submits } from '../testing.ts'
import type { TestFlow } from '../testing.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const firm = (substitutes: Record<string, string> = {}) =>
  company({ wang: { departments: ['rd'] }, li: { departments: ['rd'] }, zhao: { departments: ['group'] }, sun: {}, qian: {},
    admin: { roles: ['workflowAdmin'] } }, { group: { head: 'zhao' }, rd: { parent: 'group', head: 'li' } }, { substitutes })

describe('somebody who is away', () => {
  /** li holds the task; `after` are the substitutes from the next step on. */
  const goesAway = (after: Record<string, string>, by: ApproverRule = people('li'), mode: 'all' | 'sequential' = 'all') => {
    let now = firm()
    const moving: TestFlow = {
      flow: defineFlow([approve('a', by, { ...label, mode })]),
      directory: { ...now, substitute: (id) => now.substitute(id) },
    }
    const filed = given(moving, submits('wang'))
    now = firm(after)
    return filed
  }
  const adds = (order: 'sequence' | 'any', ...added: string[]) => does('li', { action: 'countersign', people: added, order })
  const hands = (to: string) => does('li', { action: 'transfer', people: [to] })

  it('is replaced by the substitute where a task is handed to them, and the history says so', () => {
    const handed = goesAway({ sun: 'qian' }).when(hands('sun'))
    expect(handed.waiting).toEqual(['a:qian'])
    expect(handed.emitted).toEqual(['transferred', 'transferred', 'taskOpened'])
    expect(handed.events.at(-2)).toMatchObject({ by: 'system', from: 'sun', to: 'qian', origin: 'substitute',
      why: { code: 'approval.reason.substitute', parameters: { name: 'sun' } } })
  })

  it('is replaced where they are added, at once or when their turn comes', () => {
    expect(goesAway({ sun: 'qian' }).when(adds('any', 'zhao', 'sun')).waiting).toEqual(['a:zhao', 'a:qian'])
    const inTurn = goesAway({ sun: 'qian' }, people('li'), 'sequential').when(adds('sequence', 'zhao', 'sun'))
    expect(inTurn.waiting).toEqual(['a:zhao'])
    expect(inTurn.when(passes('zhao')).waiting).toEqual(['a:qian'])
  })

  it('is replaced where an administrator gives them a task', () => {
    const given = goesAway({ sun: 'qian' }).when(does('admin', { action: 'reassign', task: 'd-1-1-a-0', person: 'sun', comment: 'ill' }))
    expect(given.waiting).toEqual(['a:qian'])
  })

  it('is not chosen where nobody may act for them', () => {
    expect(goesAway({ sun: 'li' }).when(adds('any', 'sun')).refusal?.code).toBe('approval.approverAway')
    expect(goesAway({ sun: 'wang' }).when(hands('sun')).refusal?.code).toBe('approval.approverAway')
  })

  it('gives up an open task when the leave begins, and their turn in a sequence', () => {
    const replaced = goesAway({ li: 'sun' }).when(does('system', { action: 'replace', task: 'd-1-1-a-0' }))
    expect(replaced.waiting).toEqual(['a:sun'])
    expect(replaced.document?.runs[0]?.tasks[0]).toMatchObject({ person: 'sun', owner: 'li', origin: 'substitute' })
    expect(goesAway({ qian: 'sun' }, people('li', 'qian'), 'sequential').when(passes('li')).waiting).toEqual(['a:sun'])
  })

  it('leaves it to the next who may decide: of the chain, else their superior, else an administrator', () => {
    const replace = does('system', { action: 'replace', task: 'd-1-1-a-0' })
    expect(goesAway({ li: 'wang', wang: 'qian' }).when(replace).waiting).toEqual(['a:qian'])
    const above = goesAway({ li: 'wang' }).when(replace)
    expect(above.waiting).toEqual(['a:zhao'])
    expect(above.events.at(-2)).toMatchObject({ why: { code: 'approval.reason.awayToSuperior' } })
    const administrated = goesAway({ qian: 'wang' }, people('qian')).when(replace)
    expect(administrated.waiting).toEqual(['a:admin'])
    expect(administrated.events.at(-2)).toMatchObject({ origin: 'substitute', why: { code: 'approval.reason.awayToAdmin' } })
    // a substitute who is gone is none: nothing says who acts
    expect(goesAway({ qian: 'nobody' }, people('qian')).when(replace).refusal?.code).toBe('approval.notAvailable')
  })
})
