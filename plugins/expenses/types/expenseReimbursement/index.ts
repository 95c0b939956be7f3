import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, generalManager, initiator } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import { accountantReview, approvedWithinAmount, basics, bearingDeptHeads, bearingRules, budgeted, budgetRules, cashier, closing, deptHead,
  financeManager, fxRules, headerRules, invoiceRules, overBudgetApprover, paid, paidAfterFiling, payeeRules, viceGms, writeOffRules,
  writtenOff } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { limits } from '../../approval-limits.ts'

const rowNeeds = (businessType: string) => `some i in items satisfies i.expenseCategory.requiresLink = "${businessType}"`

const own = defineRules([
  rule('BX-01', {
    when: 'count(items) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    cn: '报销金额不能为0',
    en: 'The reimbursement amount cannot be 0',
  }),
  rule('BX-02', {
    each: 'items',
    when: 'amount = 0',
    fields: ['amount'],
    cn: '报销明细金额不能为0',
    en: 'Each reimbursement item amount cannot be 0',
  }),
  rule('BX-03', {
    when: 'count(items) = 0',
    fields: ['items'],
    cn: '请至少添加一条报销明细',
    en: 'Add at least one reimbursement item',
  }),
  rule('BX-04', {
    when: `(reimburseKind = "2" or ${rowNeeds('taxiApply')}) and count(taxiLinks) = 0`,
    fields: ['taxiLinks'],
    cn: '打车费报销必须关联打车审批',
    en: 'Taxi fare reimbursement must link a taxi approval',
  }),
  rule('BX-05', {
    when: `${rowNeeds('entertainmentApply')} and reimburseKind != "3" and count(entertainmentLinks) = 0`,
    fields: ['entertainmentLinks'],
    cn: '招待费报销必须关联业务招待申请',
    en: 'Entertainment reimbursement must link an entertainment application',
  }),
  rule('BX-06', {
    when: 'reimburseKind = "5" and count(serviceFeeLinks) = 0',
    fields: ['serviceFeeLinks'],
    cn: '请至少添加一条服务费申请',
    en: 'Add at least one service fee application',
  }),
  rule('BX-07', {
    when: 'entertainClaimedRmb > entertainAppliedRmb and (overStandardExplanation = null or overStandardExplanation = "")',
    fields: ['overStandardExplanation'],
    cn: '报销金额超出招待申请，请填写超标说明',
    en: 'The amount exceeds the entertainment application: enter the over-standard explanation',
  }),
  rule('BX-08', {
    each: 'items',
    level: 'warn',
    fields: ['amount'],
    when: 'some t in header.taxiLinks satisfies t.businessNo = linkNo and amountRmb > t.estimatedFare * 1.5',
    cn: '打车金额超过申请预估较多，请核实',
    en: 'The fare is well above the estimate: check it',
  }),
  approvedWithinAmount('BX-10', 'items'),
  rule('BX-12', {
    when: '(some i in items satisfies i.invoiceType in ("2","3")) and paperReceived != true',
    fields: ['paperReceived'],
    at: ['accountantReview'],
    cn: '请先确认已收到纸质单据',
    en: 'Confirm receipt of the paper documents first',
  }),
  rule('BX-13', {
    when: 'reimburseKind = "3" and count(entertainmentLinks) = 0',
    fields: ['entertainmentLinks'],
    cn: '请至少添加一条招待申请',
    en: 'Add at least one entertainment application',
  }),
  rule('BX-14', {
    each: 'items',
    when: 'expenseDate > today()',
    fields: ['expenseDate'],
    cn: '费用日期不能晚于今天',
    en: 'The expense date can’t be in the future',
  }),
  paidAfterFiling('BX-15'),
])

const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...own,
  ...invoiceRules('items'),
  ...budgetRules,
  ...payeeRules,
  ...writeOffRules,
] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow(
  [
    deptHead,
    bearingDeptHeads(),
    accountantReview('bearingDept', { opinionRequired: 'approvedAmount < totalAmount' }),
    overBudgetApprover,
    viceGms(`totalAmountRmb > ${limits.of('expenseReimbursement', 'viceGm')} or overdue = true or reimburseKind = "3"`),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: `totalAmountRmb > ${
        limits.of('expenseReimbursement', 'generalManager')
      } or (reimburseKind = "3" and applicantPosition in ("3","4"))`,
    }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)

/** Claim for everyday expenses paid by an employee or owed to a supplier. */
export const expenseReimbursement = defineForm({
  key: 'expenseReimbursement',
  cn: '费用报销',
  en: 'Expense claim',
  short: { cn: '费用报销', en: 'Expense' },
  path: '/reimbursement',
  prefix: 'BX',
  group: 'finance',
  icon: 'wallet',
  amount: 'totalAmountRmb',
  approved: 'approvedAmount',
  paidBy: ['accountant', 'cashier'],
  print: { cover: ['items.invoiceNo'] },
  sections: [
    basics,
    { id: 'links', cn: '关联申请', en: 'Linked requests' },
    { id: 'items', cn: '报销明细', en: 'Items' },
    budgeted,
    writtenOff,
    paid,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['items.expenseDetail'],
  columns: ['reimburseKind', 'totalAmountRmb', 'approvedAmount', 'netPayable', 'overBudget'],
  permissions: [changeItemStatus],
  budget: {
    class: 'spending',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    month: 'budgetMonth',
    amount: 'rmb(approvedAmount, header.exchangeRate)',
    offBudget: 'offBudgetStatus',
  },
})
