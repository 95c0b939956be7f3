import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculated, defineFields, money, table } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { facts } from '#kernel/kinds/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { Num } from '#kernel/feel/numbers.ts'
import { complete, conditionContext } from './complete.ts'
import { form, good } from '../testing.ts'

const rowsOf = (value: FormValue) => value['items'] as readonly FormValue[]

describe('derived fields', () => {
  const value = complete(form, good, facts)

  it('are computed row by row, then over the rows', () => {
    expect(rowsOf(value).map((row) => row['amountRmb'])).toEqual(['710.71', '0.36'])
    expect(value).toMatchObject({ total: '100.15', totalRmb: '711.07', payable: '100.15', urgent: false })
    expect(value['capitals']).toBe('柒佰壹拾壹元零柒分')
  })

  it('may read the header from a row whose total they are part of', () => {
    expect(rowsOf(value).map((row) => row['share'])).toEqual(['99.95', '0.05'])
  })

  it('overwrite what somebody sent', () => {
    expect(complete(form, { ...good, total: '1.00', urgent: true }, facts)).toMatchObject({ total: '100.15', urgent: false })
  })

  it('are nothing where an operand is nothing, and zero for a table without rows', () => {
    expect(complete(form, { items: [{ rowId: 'a' }], exchangeRate: null }, facts)).toMatchObject({ total: '0.00', totalRmb: '0.00' })
    expect(complete(form, { items: [{ rowId: 'a', amount: '5' }] }, facts)['items']).toEqual([{ rowId: 'a', amount: '5', share: '100' }])
    expect(complete(form, {}, facts)).toMatchObject({ total: '0.00', totalRmb: '0.00', payable: '0.00' })
  })

  it('leave the given value as it is, and answer the same object when nothing changes', () => {
    const frozen = Object.freeze({ ...good, items: Object.freeze(rowsOf(good).map((row) => Object.freeze({ ...row }))) })
    const once = complete(form, frozen, facts)
    expect(once).not.toBe(frozen)
    expect(complete(form, once, facts)).toBe(once)
  })

  it('keep their order whatever the order of declaration', () => {
    const chained = defineForm({
      key: 'c',
      cn: '链',
      en: 'Chain',
      path: '/c',
      prefix: 'C',
      group: 'x',
      icon: 'x',
      flow: defineFlow([]),
      fields: defineFields({
        c: calculated({ cn: '丙', en: 'c', value: 'b + sum(t.y)', result: 'number' }),
        b: calculated({ cn: '乙', en: 'b', value: 'a * 2', result: 'number' }),
        t: table({ cn: '表', en: 't',
          columns: { y: calculated({ cn: '值', en: 'y', value: 'x + header.b', result: 'number' }), x: money({ cn: '数', en: 'x' }) } }),
        a: money({ cn: '甲', en: 'a' }),
      }),
    })
    expect(complete(chained, { a: '1', t: [{ rowId: '1', x: '10' }, { rowId: '2', x: '20' }] }, facts)).toMatchObject({ b: '2', c: '36' })
  })

  it('survive values of the wrong shape', () => {
    for (const wrong of ['x', 5, true, {}, [1], [null], [[]], null]) {
      expect(() => complete(form, Object.fromEntries(Object.keys(form.fields).map((key) => [key, wrong])), facts)).not.toThrow()
    }
  })

  it('do not change when computed again', () => {
    const amount = fc.option(fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => new Num(cents).div(100).toFixed(2)))
    const rate = fc.option(fc.integer({ min: 1, max: 20_000_000 }).map((parts) => new Num(parts).div(1_000_000).toFixed()))
    fc.assert(fc.property(fc.array(amount, { maxLength: 8 }), rate, (amounts, exchangeRate) => {
      const value = { exchangeRate, items: amounts.map((amount, index) => ({ rowId: String(index), amount })) }
      const once = complete(form, value, facts)
      expect(complete(form, once, facts)).toBe(once)
      const cents = amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Num(0))
      expect(once['total']).toBe(cents.toFixed(2))
    }))
  })
})

describe('conditions of a flow', () => {
  it('see the fields, the derived ones and the amounts in RMB', () => {
    const context = conditionContext(form, { ...good, deposit: '10' }, facts)
    expect(context['totalRmb']).toEqual(new Num('711.07'))
    expect(context['depositRmb']).toEqual(new Num('71'))
    expect(context['payableRmb']).toEqual(new Num('711.07'))
    expect(context['dept']).toMatchObject({ id: 'd1', hasBudgetDept: true })
  })

  it('see what the host adds, but not instead of a field', () => {
    const context = conditionContext(form, good, facts, { departments: ['d1'], size: 3, kind: 'forged' })
    expect(context).toMatchObject({ departments: ['d1'], size: new Num(3), kind: '1' })
  })

  it('have amounts in RMB as they are where there is no rate, and none where the rate is missing', () => {
    const plain = defineForm({ key: 'p', cn: '无汇率', en: 'p', path: '/p', prefix: 'P', group: 'x', icon: 'x', flow: defineFlow([]),
      fields: defineFields({ fee: money({ cn: '费', en: 'Fee' }) }) })
    expect(conditionContext(plain, { fee: '5' }, facts)['feeRmb']).toEqual(new Num(5))
    expect(conditionContext(form, { deposit: '10' }, facts)['depositRmb']).toBeNull()
  })
})
