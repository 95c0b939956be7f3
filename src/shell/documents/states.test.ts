import { expect, it } from 'vitest'
import { stateCodes } from '#approval/state-codes.ts'
import { company, does, given, passes, refuses, submits } from '#approval/testing.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { isIn, isReturnedAt, rowActions } from './states.ts'

const row = (state: keyof typeof stateCodes, nodeId: string | null = null) => ({ state: stateCodes[state], nodeId })

it('a row offers its initiator what its state allows', () => {
  expect(rowActions(row('inApproval', 'head'))).toEqual(['urge', 'revoke', 'edit'])
  expect(rowActions(row('inApproval', 'start'))).toEqual(['resubmit', 'revoke'])
  expect([row('refused'), row('revoked')].map(rowActions)).toEqual([['resubmit'], ['resubmit']])
  expect([row('completed'), row('voided'), { state: 99, nodeId: 'start' }].map(rowActions)).toEqual([[], [], []])
})

it('the engine allows the initiator all that a row offers', () => {
  const label = { cn: '节点', en: 'Node' }
  const flow = defineFlow([approve('head', { rule: 'fixed', people: ['li'] }, label)])
  const filed = given({ flow, directory: company({ wang: {}, li: {} }, {}) }, submits('wang'))
  const stories = [filed, filed.when(does('li', { action: 'return', target: 'start' })), filed.when(refuses('li')),
    filed.when(does('wang', { action: 'revoke' })), filed.when(passes('li'))]
  for (const { document, waiting, may } of stories) {
    const offered = rowActions(row(document!.status, waiting[0]?.split(':')[0]))
    expect(may('wang')).toEqual(expect.arrayContaining([...offered]))
  }
})

it('a number that is no state is in none', () => {
  expect([isIn({ state: 4 }, 'completed', 'inApproval'), isIn({ state: 99 }, 'completed'), isReturnedAt({ state: 99 }, 'start')]).toEqual(
    [true, false, false],
  )
})
