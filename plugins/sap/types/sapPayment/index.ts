import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Open items of a vendor, or a down payment, paid through SAP: it posts the payment at a node of its own. */
export const sapPayment = defineForm({
  key: 'sapPayment',
  cn: 'SAP付款申请',
  en: 'SAP payment',
  short: { cn: 'SAP付款', en: 'SAP payment' },
  path: '/sap-payment-apply',
  prefix: 'SP',
  group: 'payment',
  icon: 'bank',
  amount: 'totalAmountRmb',
  paidBy: ['accountant', 'cashier'],
  sections: [
    basics,
    { id: 'items', cn: '付款行', en: 'Payment items' },
    { id: 'payee', cn: '收款与付款', en: 'Payee and payment' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['paymentReason'],
  columns: ['sapPayKind', 'sapCompanyCode', 'supplier', 'totalAmountRmb', 'planPayDate', 'sapPostNo'],
})
