import { describe, expect, it } from 'vitest'
import { approve, defineFlow, type FlowSettings, type TimeoutAction } from '#kernel/flow.ts'
import { company, does, given, passes, submits, type TestFlow } from '../testing.ts'

const directory = company({ wang: { departments: ['rd'] }, li: { departments: ['rd'] }, zhao: { departments: ['rd'] }, sun: {},
  boss: { departments: ['rd'] }, clerk: { roles: ['clerk'] } }, { rd: { head: 'boss' } })
const step = (id: string, people: readonly string[], more = {}) => approve(id, { rule: 'fixed', people }, { cn: id, en: id, ...more })
const world = (onTimeout: TimeoutAction, settings: Partial<FlowSettings> = {}, more = {}): TestFlow => ({
  flow: defineFlow([step('a', ['li'], { onTimeout, ...more }), step('b', ['sun'], { onTimeout })], { dedupe: 'none', ...settings }),
  directory,
})
const late = (node: string) => does('system', { action: 'timeOut', task: `d-1-1-${node}-0` })
const filed = (of: TestFlow) => given(of, submits('wang'))

describe('a task whose time is over', () => {
  it('is handed to the superior once, or to a role', () => {
    const story = filed(world({ action: 'handOn', to: 'superior' })).when(late('a'))
    expect(story.waiting).toEqual(['a:boss'])
    expect(story.when(late('a')).refusal?.code).toBe('approval.notAvailable')
    expect(filed(world({ action: 'handOn', to: { role: 'clerk' } })).when(late('a')).waiting).toEqual(['a:clerk'])
    expect(filed(world({ action: 'handOn', to: { role: 'nobody' } })).when(late('a')).refusal?.code).toBe('approval.notAvailable')
  })
  it('passes where nothing is asked, but never as the last decision about money', () => {
    expect(filed(world({ action: 'pass' })).when(late('a')).waiting).toEqual(['b:sun'])
    expect(filed(world({ action: 'pass' }, {}, { opinionRequired: true })).when(late('a')).refusal?.code).toBe('approval.notAvailable')
    expect(filed(world({ action: 'pass' })).when(passes('li')).when(late('b')).document?.status).toBe('completed')
    expect(filed(world({ action: 'pass' }, { movesMoney: true })).when(passes('li')).when(late('b')).refusal?.code).toBe(
      'approval.notAvailable',
    )
  })
  it('passes for nobody: a later step of the same person is not passed because of it', () => {
    const twice: TestFlow = { flow: defineFlow([step('a', ['li'], { onTimeout: { action: 'pass' } }), step('b', ['li'])]), directory }
    expect(filed(twice).when(late('a')).waiting).toEqual(['b:li'])
  })
  it('says who did not decide where it is refused or returned', () => {
    const why = { code: 'approval.reason.missed', parameters: { name: 'li' } }
    expect(filed(world({ action: 'refuse' })).when(late('a')).events.at(-1)).toMatchObject({ type: 'refused', why })
    const returned = filed(world({ action: 'return', to: 'start' })).when(late('a'))
    expect(returned.events.find(({ type }) => type === 'returned')).toMatchObject({ why })
  })
  it('is refused, or goes back to the initiator or a step before', () => {
    expect(filed(world({ action: 'refuse' })).when(late('a')).document?.status).toBe('refused')
    expect(filed(world({ action: 'return', to: 'start' })).when(late('a')).waiting).toEqual(['start:wang'])
    expect(filed(world({ action: 'return', to: 'a' })).when(passes('li')).when(late('b')).waiting).toEqual(['a:li'])
  })
  it('stays with whoever was faster, and nobody else lets time run out', () => {
    expect(filed(world({ action: 'pass' })).when(passes('li')).when(late('a')).refusal?.kind).toBe('taskMoved')
    expect(filed(world({ action: 'pass' })).when(does('wang', { action: 'timeOut', task: 'd-1-1-a-0' })).refusal?.kind).toBe('forbidden')
    expect(filed(world({ action: 'remind' })).when(late('a')).refusal?.code).toBe('approval.notAvailable')
  })
})
