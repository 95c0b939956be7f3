import { describe, expect, it } from 'vitest'
import type { Form } from '../form.ts'
import { bearersOf, budgetAmounts } from './budget-amount.ts'
import { form, good } from './testing.ts'

const at = new Date('2026-11-20T02:00:00Z')
const value = { ...good, exchangeRate: '2', deposit: '10', extra: [{ rowId: 'e', amount: '7' }], items: [{ rowId: 'a', amount: '3' }] }

/** The amount of the only row. */
function amountBy(amount: string): string | undefined {
  const charging: Form = { ...form, budget: { class: 'spending', rows: 'items', department: 'dept', category: 'kind', month: 'month', amount } }
  const amountOf = budgetAmounts(charging, value, at)
  return bearersOf(charging, value).map((bearer) => amountOf(bearer).toFixed(2))[0]
}

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
})
