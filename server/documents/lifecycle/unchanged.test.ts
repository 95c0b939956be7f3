import { describe, expect, it } from 'vitest'
import type { Event } from '#approval/event.ts'
import { attachment, calculated, currency, date, defineFields, department, money, multiselect, number, person, reference, select, table,
  text } from '#kernel/fields.ts'
import { approve, defineFlow, personIn } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { changedFields, valueAtReturn } from './changes.ts'

const form = defineForm({
  key: 'claim',
  cn: '报销',
  en: 'Claim',
  path: '/claim',
  prefix: 'C',
  group: 'it',
  icon: 'x',
  amount: 'total',
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title' }),
    applicant: person({ cn: '申请人', en: 'Applicant' }),
    companion: person({ cn: '同行', en: 'Companion' }),
    reviewer: person({ cn: '复核', en: 'Reviewer' }),
    dept: department({ cn: '部门', en: 'Department' }),
    depts: multiselect({ cn: '部门', en: 'Departments', of: 'department' }),
    currencyType: currency({ cn: '币种', en: 'Currency' }),
    kind: select({ cn: '类别', en: 'Kind', trend: true, options: [] }),
    days: number({ cn: '天数', en: 'Days' }),
    day: date({ cn: '日期', en: 'Date' }),
    proof: attachment({ cn: '凭证', en: 'Proof' }),
    proofs: attachment({ cn: '照片', en: 'Photos' }),
    score: number({ cn: '评分', en: 'Score', atNode: 'a' }),
    urgent: text({ cn: '加急', en: 'Urgent' }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', system: true, value: '1' }),
    left: money({ cn: '余额', en: 'Left', system: true }),
    items: table({ cn: '明细', en: 'Items',
      columns: { amount: money({ cn: '金额', en: 'Amount' }), note: text({ cn: '备注', en: 'Note' }),
        bearer: department({ cn: '承担', en: 'Bearer' }) } }),
    payees: table({ cn: '收款', en: 'Payees',
      columns: { account: reference({ to: 'bankAccount', decisive: true, fillsIn: true, cn: '账户', en: 'Account' }),
        number: text({ cn: '账号', en: 'Number' }) } }),
    steps: table({ cn: '步骤', en: 'Steps', columns: { what: text({ cn: '内容', en: 'What' }) } }),
  }),
  flow: defineFlow([approve('a', personIn('reviewer'), { cn: '甲', en: 'A', when: 'urgent = "1"' })]),
})

const before = {
  title: '差旅',
  applicant: 'wang',
  companion: 'li',
  reviewer: 'chen',
  dept: 'd1',
  depts: ['d1'],
  currencyType: 'CNY',
  kind: '1',
  days: '2',
  day: '2026-11-01',
  proof: ['f1'],
  proofs: ['f3', 'f4'],
  urgent: '1',
  total: '10.00',
  left: '100.00',
  items: [{ rowId: 'r1', amount: '10.00', note: 'x', bearer: 'd1' }],
  payees: [{ rowId: 'p1', account: 'a1', number: '6222' }],
  steps: [{ rowId: 's1', what: 'x' }],
}

describe('going straight back to whoever returned it', () => {
  it.each([
    ['nothing', {}],
    ['a title', { title: '出差' }],
    ['somebody who decides nothing', { companion: 'zhao' }],
    ['a number that is no money', { days: '3' }],
    ['an amount written otherwise', { total: '10', items: [{ rowId: 'r1', amount: '10', note: 'x', bearer: 'd1' }] }],
    ['a note of a row', { items: [{ rowId: 'r1', amount: '10.00', note: 'y', bearer: 'd1' }] }],
    ['rows without anything that counts', { steps: [] }],
    ['what the server keeps beside the amount', { left: '50.00' }],
  ])('is not stopped by %s', (_, change) => {
    expect(changedFields(form, form.flow, { before, after: { ...before, ...change }, by: 'approver' })).toEqual([])
  })

  it.each([
    ['a larger amount', { total: '10.01' }],
    ['a smaller amount', { total: '9.99' }],
    ['an amount in a row', { items: [{ rowId: 'r1', amount: '9.00', note: 'x', bearer: 'd1' }] }],
    ['another row', { items: [...before.items, { rowId: 'r2', amount: '0.01', note: '', bearer: 'd1' }] }],
    ['no rows', { items: [] }],
    ['another department', { dept: 'd2' }],
    ['a further department', { depts: ['d1', 'd2'] }],
    ['who bears a row', { items: [{ rowId: 'r1', amount: '10.00', note: 'x', bearer: 'd2' }] }],
    ['another payee', { payees: [{ rowId: 'p1', account: 'a2', number: '6222' }] }],
    ['the account number of the payee', { payees: [{ rowId: 'p1', account: 'a1', number: '6223' }] }],
    ['another currency', { currencyType: 'USD' }],
    ['a field that asks for the approvers again', { kind: '2' }],
    ['a field that the flow decides by', { urgent: '0' }],
    ['an approver named in the form', { reviewer: 'zhao' }],
    ['another applicant', { applicant: 'li' }],
    ['an amount that is gone', { total: null }],
  ])('is stopped by %s', (_, change) => {
    expect(changedFields(form, form.flow, { before, after: { ...before, ...change }, by: 'approver' })).toEqual(Object.keys(change))
  })

  it.each([
    ['a title', { title: '出差' }],
    ['a date', { day: '2026-11-02' }],
    ['another file', { proof: ['f2'] }],
    ['a further file', { proof: ['f1', 'f2'] }],
    ['a reason in a row', { items: [{ rowId: 'r1', amount: '10.00', note: 'y', bearer: 'd1' }] }],
    ['somebody who decides nothing', { companion: 'zhao' }],
    ['a row of its own', { steps: [] }],
  ])('is stopped by %s that the initiator changes', (_, change) => {
    expect(changedFields(form, form.flow, { before, after: { ...before, ...change }, by: 'initiator' })).toEqual(Object.keys(change))
  })

  it.each([
    ['nothing', {}],
    ['blanks around a text', { title: ' 差旅 ' }],
    ['what the product and approvers write', { left: '50.00', score: '9' }],
    ['an amount written otherwise', { items: [{ rowId: 'r9', amount: '10', note: 'x', bearer: 'd1' }] }],
    ['files in another order', { proofs: ['f4', 'f3'] }],
  ])('is not stopped by %s when the initiator files again', (_, change) => {
    expect(changedFields(form, form.flow, { before, after: { ...before, ...change }, by: 'initiator' })).toEqual([])
  })
})

it('the value at the return is what stood before the changes since', () => {
  const change = (field: string, was: unknown, now: unknown) =>
    ({ type: 'valueChanged', at: '', by: 'a', changes: [{ field, before: was, after: now }] }) as Event
  const events = [change('total', '1.00', '10.00'), { type: 'returned' } as Event, change('items.r1.amount', '10.00', '12.00'),
    { type: 'passed' } as Event, change('items.r1.amount', '12.00', '13.00'), change('title', '差旅', '出差')]
  const now = { ...before, title: '出差', items: [{ ...before.items[0]!, amount: '13.00' }] }
  expect(valueAtReturn(events, now)).toEqual(before)
})
