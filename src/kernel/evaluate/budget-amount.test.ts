import { describe, expect, it } from 'vitest'
import type { Form } from '../form.ts'
import type { FormValue } from '../values/value.ts'
import { bearersOf, budgetAmounts } from './budget-amount.ts'
import { form, good } from './testing.ts'

const at = new Date('2026-11-20T02:00:00Z')
const value = { ...good, exchangeRate: '2', deposit: '10', extra: [{ rowId: 'e', amount: '7' }], items: [{ rowId: 'a', amount: '3' }] }

const chargedBy = (amount: string): Form => ({ ...form,
  budget: { class: 'spending', rows: 'items', department: 'dept', category: 'kind', month: 'month', amount } })

/** The amount of the single row. */
function amountOn(charging: Form, filed: FormValue): string | undefined {
  const amountOf = budgetAmounts(charging, filed, at)
  return bearersOf(charging, filed).map((bearer) => amountOf(bearer).toFixed(2))[0]
}

const amountBy = (amount: string): string | undefined => amountOn(chargedBy(amount), value)

describe('the amount that a row is charged with', () => {
  it.each([
    ['amount', '3.00'],
    ['amount * exchangeRate', '6.00'],
    ['amount + depositRmb', '23.00'],
    ['amount + header.deposit', '13.00'],
    ['item.amount + sum(extra.amount)', '10.00'],
    ['sum(items[amount > 2].amount) + sum(extra[amount > deposit].amount)', '3.00'],
    ['if kind = "1" then amount else 0', '3.00'],
  ])('may read the row and the form: %s', (amount, expected) => expect(amountBy(amount)).toBe(expected))

  it.each([
    ['amount * exchangeRate', { exchangeRate: '5' }, '15.00'],
    ['amount + depositRmb', { exchangeRate: '5' }, '53.00'],
    ['sum(extra.amount)', { extra: [] }, '0.00'],
    ['amount + header.deposit', { deposit: '1' }, '4.00'],
    ['amount', { deposit: '1' }, '3.00'],
  ])('follows what the form says beside the same rows: %s', (amount, change, expected) => {
    const charging = chargedBy(amount)
    amountOn(charging, value)
    expect(amountOn(charging, { ...value, ...change })).toBe(expected)
  })
})
