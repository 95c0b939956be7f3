import { defineForm } from '../../../../../src/kernel/form.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** A service that is bought: approved before it begins, claimed and paid in parts until nothing is left. */
export const serviceFeeApply = defineForm({
  key: 'serviceFeeApply',
  cn: '服务费申请',
  en: 'Service fee application',
  path: '/service-fee-apply',
  prefix: 'FW',
  group: 'expenseApplication',
  icon: 'contacts',
  amount: 'totalAmountRmb',
  claimed: 'usedAmount',
  unclaimed: 'remainingAmount',
  followUps: [{ id: 'close', cn: '结清', en: 'Settle', when: 'settled != true' }],
  abortAfterCompletion: true,
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'service', cn: '服务内容', en: 'Service' },
    { id: 'items', cn: '服务费明细', en: 'Items' },
    { id: 'quotes', cn: '询价比价', en: 'Quotations' },
    { id: 'plan', cn: '付款与验收', en: 'Payment and acceptance' },
    { id: 'budget', cn: '预算与说明', en: 'Budget and explanations' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  columns: ['serviceFeeType', 'serviceName', 'supplier', 'totalAmountRmb', 'overBudget'],
  budget: {
    class: 'application', rows: 'items', department: 'bearingDept', category: 'expenseCategory', categoryCode: 'SERVICE', month: 'budgetMonth', amount: 'amountRmb', settled: 'settled',
    releaseOn: 'completedOn + duration("P" + string(parameter("claimRule", "serviceFeeReleaseMonths")) + "M")',
  },
})
