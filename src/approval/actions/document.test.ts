import { describe, expect, it } from 'vitest'
import type { ApproverRule } from '#kernel/flow.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { company, does, given, passes, refuses, submits } from '../testing.ts'
import type { TestFlow } from '../testing.ts'

const label = { cn: '节点', en: 'Node' }
const people = (...ids: string[]): ApproverRule => ({ rule: 'fixed', people: ids })
const directory = company({ wang: {}, li: {}, zhao: {}, off: { enabled: false }, admin: { roles: ['workflowAdmin'] } }, {})
const world: TestFlow = { flow: defineFlow([approve('a', people('li'), label), approve('b', people('zhao'), label)]), directory }
const lenient: TestFlow = { ...world, facts: { form: { abortAfterCompletion: true } } }
const again = does('wang', { action: 'resubmit', flow: 'f2', applicant: 'wang' })

describe('filing again', () => {
  it.each([
    ['a refusal', refuses('li')],
    ['a revoke', does('wang', { action: 'revoke' })],
    ['an edit', does('wang', { action: 'edit' })],
  ])('after %s is the next round of the same document, on the flow of the day', (_, end) => {
    const story = given(world, submits('wang'), end, again)
    expect(story.document).toMatchObject({ id: 'd', round: 2, status: 'inApproval', flow: 'f2' })
    expect(story.waiting).toEqual(['a:li'])
    expect(story.document?.runs.at(-1)?.id).toBe('d-2-1-a')
  })

  it('keeps earlier rounds from counting', () => {
    const story = given(world, submits('wang'), passes('li'), refuses('zhao'), again)
    expect(story.when(passes('li')).waiting).toEqual(['b:zhao'])
  })

  it('is not for a document under way, nor for a completed one', () => {
    expect(given(world, submits('wang')).when(again).refusal?.code).toBe('approval.stateMoved')
    expect(given(world, submits('wang'), passes('li'), passes('zhao')).when(again).refusal?.code).toBe('approval.stateMoved')
    expect(given(world, submits('wang')).when(submits('wang')).refusal?.code).toBe('approval.stateMoved')
  })

  it('a completed document is first taken back to be changed, where its form allows', () => {
    const story = given(lenient, submits('wang'), passes('li'), passes('zhao'), does('wang', { action: 'edit', comment: 'typo' }))
    expect(story.events.at(-1)).toMatchObject({ type: 'revoked', purpose: 'edit', from: 'completed', comment: 'typo' })
    expect(story.when(again).document?.round).toBe(2)
  })

  it('an undo has at most 8000 characters to say', () => {
    const long = does('wang', { action: 'revoke', comment: 'x'.repeat(8001) })
    expect(given(world, submits('wang')).when(long).refusal?.code).toBe('approval.undoTooLong')
  })
})

describe('the end', () => {
  const at = (story: ReturnType<typeof given>) => story.document?.endedAt
  const last = (story: ReturnType<typeof given>) => story.events.at(-1)?.at

  it('is the moment of the event that ended it, none after it is filed again, and that of the revoke of a completed one', () => {
    const completed = given(lenient, submits('wang'), passes('li'), passes('zhao'))
    expect([at(completed), last(completed)]).toEqual([completed.events.findLast(({ type }) => type === 'completed')?.at, at(completed)])
    expect(at(completed.when(does('li', { action: 'comment', comment: 'well' })))).toBe(at(completed))
    const taken = completed.when(does('wang', { action: 'edit', comment: 'typo' }))
    expect(at(taken)).toBe(last(taken))
    expect(at(taken)).not.toBe(at(completed))
    expect(at(taken.when(again))).toBeUndefined()
  })
})

describe('comments and copies', () => {
  const story = given(world, submits('wang'))

  it('a comment says something, and changes nothing else', () => {
    expect(story.when(does('li', { action: 'comment', comment: ' ' })).refusal?.code).toBe('approval.commentEmpty')
    const said = story.when(does('li', { action: 'comment', comment: 'why so much?', mentioned: ['wang', 'wang'] }))
    expect(said.events.at(-1)).toMatchObject({ type: 'commented', mentioned: ['wang'], by: 'li' })
    expect({ ...said.document, revision: 0 }).toEqual({ ...story.document, revision: 0 })
  })

  it('a copy reaches people who are there, once, and lets them take part', () => {
    const copying = (...to: string[]) => does('li', { action: 'copy', people: to })
    expect(story.when(copying()).refusal?.code).toBe('approval.choosePeople')
    expect(story.when(copying('off')).refusal?.code).toBe('approval.approverDisabled')
    expect(story.may('admin')).not.toContain('comment')
    const reached = story.when(copying('admin', 'admin'))
    expect(reached.document?.copies.map(({ person, source }) => [person, source])).toEqual([['admin', 'manual']])
    expect(reached.may('admin')).toContain('comment')
    expect(reached.when(copying('admin')).refusal?.code).toBe('approval.alreadyCopied')
  })
})

describe('urging', () => {
  const urges = does('wang', { action: 'urge' })
  const at = (minute: number): TestFlow => ({ ...world, facts: { at: new Date(Date.UTC(2026, 0, 5, 1, minute)).toISOString() } })
  const moving = (minutes: readonly number[]) => {
    let minute = 0
    const scenario: TestFlow = { ...world, facts: { get at() {
      return at(minute).facts?.at ?? ''
    } } }
    // the facts are created, and the getter read, once per command
    let story = given(scenario, submits('wang'))
    for (const next of minutes) {
      minute = next
      story = story.when(urges)
    }
    return story
  }

  it('reminds whoever has to act', () => {
    expect(moving([0]).events.at(-1)).toMatchObject({ type: 'urged', people: ['li'] })
  })

  it('once in thirty minutes, and says how long to wait', () => {
    expect(moving([0, 10]).refusal).toMatchObject({ code: 'approval.urgeTooEarly', parameters: { n: 20 } })
    expect(moving([0, 30]).refusal).toBeUndefined()
  })

  it('five times within a day', () => {
    expect(moving([0, 30, 60, 90, 120, 150]).refusal?.code).toBe('approval.urgeTooOften')
    expect(moving([0, 30, 60, 90, 120, 24 * 60 + 1]).refusal).toBeUndefined()
  })
})
