import { expect, it } from 'vitest'
import { currency, defineFields, money } from '#kernel/fields.ts'
import { currencyOf } from './currency-of.ts'

const label = { cn: '金额', en: 'Amount' }
const fields = defineFields({ currencyType: currency(label), amount: money(label), amountRmb: money({ ...label, rmb: true }) })

it.each([
  ['amount', 'USD', 'USD '],
  ['amountRmb', 'USD', undefined],
  ['amount', 'CNY', undefined],
  ['amount', null, undefined],
])('%s of a record in %s is signed %j', (name, code, sign) => {
  expect(currencyOf({ fields }, { currencyType: code }, name)).toEqual(sign === undefined ? undefined : { sign })
})

it('is left to the amount where a record has no currency', () => {
  expect(currencyOf({ fields: defineFields({ amount: money(label) }) }, { currencyType: 'USD' }, 'amount')).toBeUndefined()
})
