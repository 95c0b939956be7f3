import { calculated, date, defineFields, money, table, text, textarea } from '#kernel/fields.ts'
import { approve, departmentHead, generalManager, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { LibraryDesign } from '../design.ts'

/** Cash for small purchases: asked for by items, paid by the cashier. */
export const pettyCash: LibraryDesign = {
  key: 'petty-cash',
  cn: '备用金申请',
  en: 'Petty cash request',
  prefix: 'BYJ',
  group: 'finance',
  icon: 'wallet',
  description: { cn: '按用途列明的小额备用金，财务经理审核，出纳付款',
    en: 'Small amounts by item, reviewed by the finance manager and paid by the cashier' },
  sections: [{ id: 'cash', cn: '备用金', en: 'Petty cash' }, { id: 'items', cn: '用途明细', en: 'Items' }, { id: 'payment', cn: '付款',
    en: 'Payment' }],
  fields: defineFields({
    purpose: textarea({ cn: '用途', en: 'Purpose', required: true, max: 300, section: 'cash', span: 4 }),
    neededOn: date({ cn: '使用日期', en: 'Needed on', required: true, section: 'cash' }),
    settledBy: date({ cn: '预计报销日期', en: 'Settled by', required: true, section: 'cash' }),
    items: table({ cn: '用途明细', en: 'Items', required: true, min: 1, max: 30, section: 'items', span: 4, columns: {
      what: text({ cn: '内容', en: 'Item', required: true, max: 100 }),
      amount: money({ cn: '金额', en: 'Amount', required: true, min: 0.01 }),
    } }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', rmb: true, trend: true, section: 'items',
      value: 'if count(items[amount != null]) = 0 then 0 else sum(items[amount != null].amount)' }),
    paidOn: date({ cn: '付款日期', en: 'Paid on', atNode: 'cashier', section: 'payment' }),
  }),
  rules: defineRules([
    rule('BYJ-1', { when: 'settledBy < neededOn', fields: ['settledBy'], cn: '报销日期不能早于使用日期',
      en: 'It is settled before it is used' }),
    rule('BYJ-2', { when: 'total > 20000', fields: ['total'], cn: '超过20,000元请走付款申请', en: 'Above 20,000 use a payment request' }),
  ]),
  steps: [
    approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head' }),
    approve('financeManager', role('financeManager'), { cn: '财务经理', en: 'Finance manager' }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'total > 5000' }),
    approve('cashier', role('cashier'), { cn: '出纳付款', en: 'Cashier', manual: true }),
  ],
  settings: { movesMoney: true },
  form: { columns: ['total', 'neededOn', 'settledBy', 'paidOn'], subject: ['items.what'], amount: 'total' },
  examples: [
    { cn: '团建采购', en: 'A team event', steps: ['deptHead', 'financeManager', 'cashier'],
      value: { purpose: '部门活动', neededOn: 'today+5', settledBy: 'today+20',
        items: [{ rowId: 'r1', what: '餐饮', amount: '1200' }, { rowId: 'r2', what: '交通', amount: '300' }] } },
  ],
}
