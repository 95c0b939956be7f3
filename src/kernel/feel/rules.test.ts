import { describe, expect, it } from 'vitest'
import { compile } from './feel.ts'
import { holds } from './testing-truth-table.ts'

const form = {
  claimKind: '2',
  approvedAmount: 100,
  totalAmount: '100.00',
  totalAmountRmb: 10000.01,
  invoiceKind: '5',
  currencyType: 'CNY',
  proceedsType: '2',
  proceedsAccount: '6222 0212 3456 7890',
  applicantDept: { id: 'd1', name: '研发部/R&D' },
  supplier: null,
  quotes: [{ amount: 10, selected: true }, { amount: 8, selected: false }],
  items: [
    { dueDate: '2026-11-01', category: { requiresLink: null }, bearingDept: { id: 'd1', name: '研发部/R&D' } },
    { dueDate: '2026-10-01', category: { requiresLink: 'madeUpApply' }, bearingDept: { id: 'd2', name: '财务部/Finance' } },
  ],
}

holds('conditions of forms', [
  ['claimKind = "1" or some i in items satisfies i.category.requiresLink = "madeUpApply"', true],
  ['invoiceKind in ("1","5","6")', true],
  ['invoiceKind in ("1","3") or claimKind = "2"', true],
  ['not (invoiceKind in ("1","2","6") or claimKind = "1")', true],
  ['some i in items satisfies i.bearingDept != applicantDept', true],
  ['every i in items satisfies i.bearingDept = applicantDept', false],
  ['currencyType = "CNY" and (proceedsType != "1" or proceedsAccountType = "2") and not luhn(proceedsAccount)', true],
  ['totalAmountRmb > 10000 and count(quotes) < 3', true],
  ['some q in quotes satisfies q.selected = true and q.amount > min(quotes.amount)', true],
  ['claimKind = "3" or "2026-09-30" < min(items.dueDate)', true],
  ['supplier != null', false],
  ['category.projectRequired', null],
  ['missingAmount > 5', null],
  ['sum(noRows.amount)', null],
  ['sum(items[dueDate = "x"].amount)', 0],
], form)

describe('conditions as forms write them', () => {
  it.each([
    'approvedAmount < totalAmount',
    'risk != "low"',
    'drawDrinks = true',
    'ourCount > theirCount + 2',
    'disburseKind in ("1","2") or paymentTerm = "1"',
    'max(0, days(expenseDate, submit date) - 1 - 60)',
    'rmb(estimatedTotalAmount, exchangeRate) > min(standardAmount, capAmount)',
    'initiator.mainDepartment = "d1" and node.id = "start"',
    'transport = "1" and distanceKm <= 1000 and some t in tripLinks satisfies t.tripScope = "1"',
    'totalTripDays >= 3',
    'upper case(code) = code and string length(code) between 3 and 10',
    'list contains(kinds, kind)',
    'if rate = null then 1 else round(rate, 6)',
    'ceiling(abs(a - b) / 2)',
    'planDate >= today() and date and time(start) < now()',
    'sum(items.amount) != totalAmount',
  ])('%s', (source) => {
    expect(() => compile(source)).not.toThrow()
  })
})
