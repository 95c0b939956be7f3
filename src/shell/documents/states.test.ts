import { expect, it } from 'vitest'
import { stateCodes } from '#approval/state-codes.ts'
import { company, does, given, passes, refuses, submits } from '#approval/testing.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { isIn, isReturnedAt, rowActions } from './states.ts'

const row = (state: keyof typeof stateCodes, nodeId: string | null = null) => ({ state: stateCodes[state], nodeId })

it('a row offers its initiator what its state allows', () => {
  for (const form of [{ abortAfterCompletion: false }, { abortAfterCompletion: true }]) {
    expect(rowActions(row('inApproval', 'head'), form)).toEqual(['urge', 'revoke', 'edit'])
    expect(rowActions(row('inApproval', 'start'), form)).toEqual(['resubmit', 'revoke'])
    expect(rowActions(row('revoked'), form)).toEqual(['resubmit'])
    expect(rowActions({ state: 99, nodeId: 'start' }, form)).toEqual([])
  }
  const ended = (abortAfterCompletion: boolean) =>
    (['completed', 'refused', 'voided'] as const).map((state) => rowActions(row(state), { abortAfterCompletion }))
  expect(ended(false)).toEqual([[], ['resubmit'], ['resubmit']])
  expect(ended(true)).toEqual([['revoke', 'edit'], ['resubmit', 'revoke'], ['resubmit', 'revoke']])
})

it.each([false, true])('the engine allows the initiator all that a row offers, with abort after completion %s', (abortAfterCompletion) => {
  const label = { cn: '节点', en: 'Node' }
  const flow = defineFlow([approve('head', { rule: 'fixed', people: ['li'] }, label)])
  const form = { abortAfterCompletion }
  const filed = given({ flow, directory: company({ wang: {}, li: {} }, {}), facts: { form }, permissions: { li: ['abandoned'] } },
    submits('wang'))
  const stories = [filed, filed.when(does('li', { action: 'return', target: 'start' })), filed.when(refuses('li')),
    filed.when(does('wang', { action: 'revoke' })), filed.when(passes('li')), filed.when(does('li', { action: 'void' }))]
  expect(stories.map(({ document }) => document!.status)).toEqual(['inApproval', 'inApproval', 'refused', 'revoked', 'completed', 'voided'])
  for (const { document, waiting, may } of stories) {
    const offered = rowActions(row(document!.status, waiting[0]?.split(':')[0]), form)
    expect(may('wang')).toEqual(expect.arrayContaining([...offered]))
  }
})

it('a number that is no state is in none', () => {
  expect([isIn({ state: 4 }, 'completed', 'inApproval'), isIn({ state: 99 }, 'completed'), isReturnedAt({ state: 99 }, 'start')]).toEqual(
    [true, false, false],
  )
})
