import { attachment, calculated, checkbox, currency, date, defineFields, department, documentLink, integer, money, number, person,
  plaintext, radio, reference, select, table, text, textarea, title, toggle } from '../fields.ts'
import { approve, copy, defineFlow, departmentHead, exclusive, initiator, role } from '../flow.ts'
import { defineForm } from '../form.ts'
import { everyKind } from '../kinds/testing.ts'
import { defineRules, rule } from '../rules.ts'
import type { FormValue } from '../values/value.ts'

const at = ['review'] as const

/** A made-up form that covers conditions, rows, derived fields and nodes. */
const fields = defineFields({
  heading: title({ cn: '标题栏', en: 'Heading' }),
  explained: plaintext({ cn: '说明文字', en: 'Explanation' }),
  title: text({ cn: '标题', en: 'Title', required: true, max: 30, default: 'applicant.nameCn + "的申请"' }),
  applicant: person({ cn: '申请人', en: 'Applicant', required: true, readOnly: true, default: 'currentUser.id' }),
  dept: department({ cn: '部门', en: 'Department', required: true, default: 'applicant.departments[1]',
    filter: 'option.hasBudgetDept = true' }),
  number: text({ cn: '编号', en: 'Number', system: true }),
  kind: select({ cn: '类别', en: 'Kind', required: true, dict: 'colour', default: '"1"' }),
  reason: textarea({ cn: '原因', en: 'Reason', required: 'kind = "2"' }),
  hint: text({ cn: '提示', en: 'Hint', visible: 'reason != null', pattern: '^[a-z]+$' }),
  note: text({ cn: '备注', en: 'Note', required: 'total > 1000', shown: true }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"' }),
  exchangeRate: number({ cn: '汇率', en: 'Rate', as: 'exchangeRate', system: true, precision: 6 }),
  deposit: money({ cn: '押金', en: 'Deposit', min: 0, max: 10_000 }),
  links: documentLink({ cn: '关联单', en: 'Links', required: 'some i in items satisfies i.category.requiresLink = "taxi"' }),
  items: table({
    cn: '明细',
    en: 'Items',
    required: true,
    min: 1,
    max: 200,
    columns: {
      day: date({ cn: '日期', en: 'Date', required: true }),
      category: reference({ to: 'expenseCategory', cn: '费用类型', en: 'Category', required: true, editAt: at }),
      dept: department({ cn: '承担部门', en: 'Department', default: 'header.dept.id', editAt: at }),
      project: text({ cn: '项目', en: 'Project', required: 'category.projectRequired', max: 20 }),
      amount: money({ cn: '金额', en: 'Amount', required: true, min: 0 }),
      approved: money({ cn: '核准', en: 'Approved', required: true, default: 'amount', min: 0, editAt: at }),
      amountRmb: calculated({ cn: '人民币', en: 'In RMB', result: 'money', rmb: true, value: 'rmb(amount, header.exchangeRate)' }),
      share: calculated({ cn: '占比', en: 'Share', result: 'number', precision: 2,
        value: 'if header.total > 0 then amount / header.total * 100 else null' }),
      confirmed: checkbox({ cn: '已确认', en: 'Confirmed' }),
      stamp: text({ cn: '标记', en: 'Stamp', system: true }),
    },
  }),
  extra: table({
    cn: '冲销',
    en: 'Write-off',
    required: 'writeOff = "1"',
    editAt: at,
    columns: { amount: money({ cn: '冲销额', en: 'Amount', required: true }), open: money({ cn: '余额', en: 'Open', system: true }) },
  }),
  writeOff: radio({ cn: '冲销', en: 'Write-off', default: '"0"',
    options: [{ value: '1', cn: '是', en: 'Yes' }, { value: '0', cn: '否', en: 'No' }] }),
  total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(items[amount != null].amount)' }),
  totalRmb: calculated({ cn: '人民币合计', en: 'Total in RMB', result: 'money', rmb: true,
    value: 'sum(items[amountRmb != null].amountRmb)' }),
  capitals: calculated({ cn: '大写', en: 'Capitals', result: 'text', value: 'capital(totalRmb)' }),
  payable: calculated({ cn: '应付', en: 'Payable', result: 'money', min: 0, value: 'total - sum(extra[amount != null].amount)' }),
  urgent: toggle({ cn: '紧急', en: 'Urgent', system: true, value: 'totalRmb > 5000' }),
  month: date({ cn: '月份', en: 'Month', system: true, editAt: at }),
  received: toggle({ cn: '已收', en: 'Received', atNode: 'review' }),
  payDate: date({ cn: '付款日期', en: 'Payment date', atNode: 'pay', default: 'today()' }),
  mileage: integer({ cn: '里程', en: 'Mileage', atNode: 'pay', required: 'kind = "2"', min: 0 }),
  comment: text({ cn: '意见', en: 'Comment', readOnly: true }),
  ticket: text({ cn: '工单号', en: 'Ticket', requiredAt: { review: 'kind = "2"' }, editAt: at, max: 20 }),
  files: attachment({ cn: '附件', en: 'Files', extensions: ['pdf'] }),
})

export const form = defineForm({
  key: 'sample',
  cn: '样例单',
  en: 'Sample',
  path: '/sample',
  prefix: 'YL',
  group: 'test',
  icon: 'file',
  fields,
  rules: defineRules([
    rule('S-01', { when: 'totalRmb > 100000', fields: ['total'], cn: '合计过大', en: 'The total is too large' }),
    rule('S-02', { each: 'items', when: 'approved > amount', fields: ['approved'], at: ['start', 'review'], cn: '核准过大',
      en: 'Approved too large' }),
    rule('S-03', { each: 'items', when: 'amount > 500', fields: ['amount'], level: 'confirm', acceptedBy: 'confirmed', cn: '请确认',
      en: 'Please confirm' }),
    rule('S-04', { when: 'received != true', fields: ['received'], at: ['review'], cn: '请先收单', en: 'Receive it first' }),
    rule('S-05', { when: 'kind = "2" and reason = null', fields: ['reason'], cn: '请写明原因', en: 'Say why' }),
    rule('S-06', { each: 'extra', when: 'amount > header.total', fields: ['amount'], cn: '冲销过大', en: 'Write-off too large' }),
    rule('S-07', { when: 'count(items) > 3', level: 'warn', cn: '明细较多', en: 'Many items' }),
  ]),
  flow: defineFlow([
    approve('head', departmentHead('dept'), { cn: '负责人', en: 'Head' }),
    exclusive('large', [{ when: 'totalRmb > 5000',
      steps: [approve('boss', role('legal'), { cn: '老板', en: 'Boss', edits: ['note', 'comment', 'items.project', 'number'] })] }]),
    approve('review', role('accountant'), { cn: '会计', en: 'Accountant' }),
    approve('pay', role('cashier'), { cn: '出纳', en: 'Cashier' }),
    copy('cc', initiator, { cn: '抄送', en: 'CC' }),
  ]),
})

/** A made-up form with one field of every kind. */
export const everyForm = defineForm({
  key: 'every',
  cn: '全部',
  en: 'Every',
  path: '/every',
  prefix: 'QB',
  group: 'test',
  icon: 'file',
  fields: everyKind,
  flow: defineFlow([approve('head', initiator, { cn: '负责人', en: 'Head', edits: ['text', 'table.note'] })]),
})

/** A valid value of the form. */
export const good: FormValue = {
  title: '十一月',
  applicant: 'u1',
  dept: 'd1',
  kind: '1',
  currencyType: 'USD',
  exchangeRate: '7.1',
  writeOff: '0',
  items: [
    { rowId: 'r1', day: '2026-11-01', category: 'RD', dept: 'd1', project: 'P1', amount: '100.10', approved: '100.10', stamp: 's1' },
    { rowId: 'r2', day: '2026-11-02', category: 'PLAIN', dept: 'd2', amount: '0.05', approved: '0.05' },
  ],
}
