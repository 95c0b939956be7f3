import { expect, it } from 'vitest'
import { stateCodes } from '#approval/state-codes.ts'
import { isIn, isReturnedAt, rowActions } from './states.ts'

const row = (state: keyof typeof stateCodes, nodeId: string | null = null) => ({ state: stateCodes[state], nodeId })

it('a row offers its initiator what its state allows', () => {
  expect(rowActions(row('inApproval', 'head'))).toEqual(['urge', 'revoke', 'edit'])
  expect(rowActions(row('inApproval', 'start'))).toEqual(['resubmit', 'revoke'])
  expect([row('refused'), row('revoked')].map(rowActions)).toEqual([['resubmit'], ['resubmit']])
  expect([row('completed'), row('voided'), { state: 99, nodeId: 'start' }].map(rowActions)).toEqual([[], [], []])
})

it('a number that is no state is in none', () => {
  expect([isIn({ state: 4 }, 'completed', 'inApproval'), isIn({ state: 99 }, 'completed'), isReturnedAt({ state: 99 }, 'start')]).toEqual(
    [true, false, false],
  )
})
