import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, generalManager, personIn, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { accountantReview, basics, bearingDeptHeads, bearingRules, budgeted, budgetRules, cashier, closing, deptHead, financeManager,
  fxRules, headerRules, invoiceRules, overBudgetApprover, paidAfterFiling, payeeRules, viceGms } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { limits } from '../../approval-limits.ts'
import { paid } from './tables.ts'

const reviewed = ['start', 'accountantReview'] as const
const tooMuch = { cn: '本次付款金额不能大于小计或合计金额', en: 'The amount paid this time must not exceed the subtotal or total' }
const otherSupplier = { cn: '关联单据供应商与收款供应商不一致', en: 'The supplier doesn’t match the linked document' }

const own = defineRules([
  rule('FK-01', {
    when: 'count(items) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    at: reviewed,
    cn: '付款金额不能为0',
    en: 'The payment amount cannot be 0',
  }),
  rule('FK-01-row', {
    each: 'items',
    when: 'thisPayAmount = 0',
    fields: ['thisPayAmount'],
    at: reviewed,
    cn: '本次付款金额不能为0',
    en: 'The amount paid this time cannot be 0',
  }),
  rule('FK-01-subtotal', {
    each: 'items',
    when: 'subtotal = 0',
    fields: ['subtotal'],
    cn: '应付小计不能为0',
    en: 'The subtotal cannot be 0',
  }),
  rule('FK-02', {
    when: 'count(items) = 0',
    fields: ['items'],
    cn: '请至少添加一条付款明细',
    en: 'Add at least one payment item',
  }),
  rule('FK-03', {
    each: 'items',
    fields: ['thisPayAmount'],
    at: reviewed,
    ...tooMuch,
    // in a credit row both amounts are negative
    when: `thisPayAmount * subtotal < 0 or abs(thisPayAmount) > abs(subtotal) - ${paid}`,
  }),
  rule('FK-03-total', { when: 'totalAmount > subtotalAmount', fields: ['totalAmount'], at: reviewed, ...tooMuch }),
  rule('FK-03-below', {
    when: 'totalAmount < 0',
    fields: ['totalAmount'],
    at: reviewed,
    cn: '付款金额不能小于0',
    en: 'The payment amount cannot be negative',
  }),
  rule('FK-04', {
    when: 'disburseKind = "4" and count(serviceFeeLinks) = 0',
    fields: ['serviceFeeLinks'],
    cn: '请至少添加一条服务费申请',
    en: 'Add at least one service fee application',
  }),
  rule('FK-05', {
    when: '(disburseKind in ("1","2") or paymentTerm = "1") and prepaymentWriteOffDate = null',
    fields: ['prepaymentWriteOffDate'],
    cn: '存在预付款时必须填写预付冲销日期',
    en: 'A prepayment term needs a prepayment offset date',
  }),
  rule('FK-05-range', {
    when:
      'prepaymentWriteOffDate <= today() or prepaymentWriteOffDate > today() + duration("P1D") * parameter("paymentRule", "writeOffDays")',
    fields: ['prepaymentWriteOffDate'],
    cn: '预付冲销日期须晚于今天，且不超过规定的冲销期限',
    en: 'The offset date must be after today and within the time allowed',
  }),
  rule('FK-08', {
    when: 'some link in serviceFeeLinks satisfies (link.supplier != null and (supplier = null or link.supplier != supplier.id))',
    fields: ['supplier'],
    ...otherSupplier,
  }),
  rule('FK-09', {
    when: 'payMethod = "4" and totalAmountRmb > parameter("paymentRule", "cashLimit")',
    fields: ['payMethod'],
    at: [...reviewed, 'financeManager'],
    blanks: { limit: 'parameter("paymentRule", "cashLimit")' },
    cn: '现金付款不得超过{limit}元',
    en: 'Cash payments are limited to ￥{limit}',
  }),
  rule('FK-11', {
    when: 'payMethod = "2" and currencyType != "CNY"',
    fields: ['payMethod'],
    at: ['start', 'financeManager'],
    cn: '承兑汇票仅限人民币',
    en: 'Acceptance bills are in RMB only',
  }),
  rule('FK-12', {
    when: 'planPayDate < today()',
    fields: ['planPayDate'],
    cn: '期望付款日期不能早于今天',
    en: 'The pay-by date can’t be in the past',
  }),
  rule('FK-13', {
    each: 'items',
    when: 'invoiceDueDate <= today()',
    fields: ['invoiceDueDate'],
    cn: '发票补交日期须晚于今天',
    en: 'The invoice due date must be after today',
  }),
  rule('FK-14', {
    when: 'payStatus = "0"',
    fields: ['payStatus'],
    at: ['cashier'],
    cn: '请选择实际付款状态',
    en: 'Choose the payment status',
  }),
  paidAfterFiling('FK-15'),
  rule('FK-16', {
    when: 'payStatus = "1" and (amountPaid <= 0 or amountPaid >= totalAmount)',
    fields: ['amountPaid'],
    at: ['cashier'],
    cn: '部分付款的金额须大于0且小于付款金额',
    en: 'A part payment must be more than 0 and less than the payment amount',
  }),
])

const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...own,
  ...invoiceRules('items', 'thisPayAmount'),
  ...budgetRules,
  ...payeeRules,
] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow(
  [
    deptHead,
    bearingDeptHeads('some i in items satisfies (i.bearingDept != null and i.bearingDept != applicantDept)'),
    approve('procurementReview', role('purchaseManager'), { cn: '采购评审', en: 'Purchasing review',
      when: 'disburseKind in ("1","3","5")' }),
    accountantReview('payingUnit', { opinionRequired: 'some i in items satisfies i.thisPayAmount < i.requestedAmount' }),
    overBudgetApprover,
    viceGms(`totalAmountRmb > ${limits.of('disbursement', 'viceGm')}`),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: `totalAmountRmb > ${limits.of('disbursement', 'generalManager')} ` +
        `or (disburseKind = "1" and totalAmountRmb > ${limits.of('disbursement', 'prepayment')})`,
    }),
    financeManager,
    cashier(),
    copy('ccFinish', both(role('buyer'), personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)

/** Payment to a supplier, for an application or a contract, or as an advance that a later claim writes off. */
export const disbursement = defineForm({
  key: 'disbursement',
  cn: '付款申请',
  en: 'Payment request',
  short: { cn: '付款申请', en: 'Payment request' },
  path: '/disburse',
  prefix: 'FK',
  group: 'payment',
  icon: 'pay-circle',
  amount: 'totalAmountRmb',
  approved: 'approvedAmount',
  paidBy: ['accountant', 'cashier'],
  claimable: 'advanceAmount',
  unclaimed: 'openBalance',
  followUps: [
    { id: 'partPayment', cn: '登记付款', en: 'Record payment', role: 'cashier', when: 'payStatus = "1" or count(partPayments) > 0' },
    { id: 'repayment', cn: '登记还款', en: 'Record repayment', role: 'cashier', when: 'disburseKind in ("1","2")' },
    { id: 'invoices', cn: '补交发票', en: 'Add outstanding invoices', role: 'accountant',
      when: 'some i in items satisfies i.invoiceLater = true' },
  ],
  sections: [
    basics,
    { id: 'links', cn: '关联单据', en: 'Linked documents' },
    { id: 'items', cn: '付款明细', en: 'Items' },
    budgeted,
    { id: 'payee', cn: '收款与付款', en: 'Payee and payment' },
    { id: 'repayment', cn: '还款', en: 'Repayment' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['paymentReason'],
  columns: ['disburseKind', 'supplier', 'totalAmountRmb', 'planPayDate', 'payStatus', 'payDate'],
  budget: {
    class: 'spending',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    month: 'budgetMonth',
    amount: 'rmb(thisPayAmount, header.exchangeRate)',
  },
})
