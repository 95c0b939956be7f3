import { defineForm } from '#kernel/form.ts'
import { basics, budgeted, closing, settlement } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Request for a service: approved in advance, then claimed and paid in parts. */
export const serviceFeeApply = defineForm({
  key: 'serviceFeeApply',
  cn: '服务费申请',
  en: 'Service fee request',
  short: { cn: '服务费', en: 'Service fee' },
  path: '/service-fee-apply',
  prefix: 'FW',
  group: 'expenseApplication',
  icon: 'contacts',
  amount: 'totalAmountRmb',
  claimed: 'usedAmount',
  unclaimed: 'remainingAmount',
  followUps: [settlement],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'service', cn: '服务内容', en: 'Service' },
    { id: 'items', cn: '服务费明细', en: 'Items' },
    { id: 'quotes', cn: '询价比价', en: 'Quotations' },
    { id: 'plan', cn: '付款与验收', en: 'Payment and acceptance' },
    budgeted,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['serviceName', 'servicePeriod'],
  columns: ['serviceFeeType', 'serviceName', 'supplier', 'totalAmountRmb', 'overBudget'],
  budget: {
    class: 'application',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'SERVICE',
    month: 'budgetMonth',
    amount: 'amountRmb',
    settled: 'settled',
    releaseOn: 'completedOn + duration("P" + string(parameter("claimRule", "serviceFeeReleaseMonths")) + "M")',
  },
})
