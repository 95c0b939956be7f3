import { expect, it } from 'vitest'
import { defineFields, integer, money } from '#kernel/fields.ts'
import { sharesOf } from './Sections.tsx'

const share = (en: string) => integer({ cn: en, en, shareOf: 'amount' })
const fields = defineFields({ amount: money({ cn: '金额', en: 'Amount' }), first: share('First'), second: share('Second'),
  third: share('Third') })
const names = ['first', 'second', 'third']

it('percentages cut an amount to the cent, the last takes the remainder', () => {
  const shares = sharesOf(fields, names, { amount: '100.01', first: 33, second: 33, third: 34 })
  expect(shares.map(({ amount }) => amount)).toEqual(['33.00', '33.00', '34.01'])
})

it('a part of the whole has its own amount, and none without the amount', () => {
  expect(sharesOf(fields, names, { amount: '100.01', first: 30, second: 0 })).toEqual([{ name: 'first', percent: 30, amount: '30.00' }])
  expect(sharesOf(fields, names, { amount: null, first: 100 })).toEqual([{ name: 'first', percent: 100, amount: null }])
})
