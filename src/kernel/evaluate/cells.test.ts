import { describe, expect, it } from 'vitest'
import { cellsWhere, counterpartsIn } from './cells.ts'
import { form, good } from './testing.ts'

const money = cellsWhere(({ kind }) => kind === 'money')

describe('cells of the fields that pass a test', () => {
  it('are those of the header and of every row, in the order of the form', () => {
    const value = { ...good, deposit: '3.00', extra: [{ rowId: 'e1', amount: '2.00' }] }
    expect(money(form.fields, value).map(({ path, value: held }) => [path, held])).toEqual([['deposit', '3.00'], ['items.0.amount',
      '100.10'], ['items.0.approved', '100.10'], ['items.1.amount', '0.05'], ['items.1.approved', '0.05'], ['extra.0.amount', '2.00'], [
      'extra.0.open',
      undefined,
    ]])
  })

  it('are found in a value of any shape', () => {
    expect(money(form.fields, { items: 'none', extra: [null, { amount: '1.00' }] }).map(({ path }) => path))
      .toEqual(['deposit', 'extra.0.amount', 'extra.0.open', 'extra.1.amount', 'extra.1.open'])
  })

  it('have their counterparts in the rows with the same ids', () => {
    const before = counterpartsIn({ deposit: '9.00', items: [{ rowId: 'r2', amount: '7.00' }] })
    expect(money(form.fields, good).map((cell) => before(cell))).toEqual(['9.00', undefined, undefined, '7.00', undefined])
  })
})
