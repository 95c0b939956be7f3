import { describe, expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { problemsOf } from '#kernel/composition/problems.ts'
import plugin from './plugin.ts'
import { termsOf } from './server/records/contracts.ts'

it('is sound among the others', () => {
  expect(problemsOf(plugin, declarations)).toEqual([])
})

describe('the terms of a contract', () => {
  const amounts = (amount: string, ...percents: number[]) =>
    termsOf({ amount, prepayPercent: percents[0], receiptPercent: percents[1], acceptancePercent: percents[2],
      warrantyPercent: percents[3] }).map(({ stage, amount: share }) => `${stage} ${share.toFixed(2)}`)

  it.each([
    [['100.00', 30, 60, 0, 10], ['1 30.00', '2 60.00', '4 10.00']],
    // rounded half up to the cent; the last term gets the remainder
    [['0.05', 30, 30, 30, 10], ['1 0.02', '2 0.02', '3 0.02', '4 -0.01']],
    [['100.01', 33, 33, 34, 0], ['1 33.00', '2 33.00', '3 34.01']],
    [['0.00', 100, 0, 0, 0], ['1 0.00']],
    [['0.00', 0, 0, 0, 0], []],
  ] as [[string, number, number, number, number], string[]][])('%j are %j',
    ([amount, ...percents], expected) => expect(amounts(amount, ...percents)).toEqual(expected))
})
