import { defineForm } from '#kernel/form.ts'
import { basics, budgeted, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

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
