import { defineForm } from '#kernel/form.ts'
import { basics, budgeted, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Request for entertaining guests, approved in advance; its estimate occupies the budget until a claim takes it over. */
export const entertainmentApply = defineForm({
  key: 'entertainmentApply',
  cn: '业务招待申请',
  en: 'Entertainment request',
  short: { cn: '业务招待', en: 'Entertainment' },
  path: '/expense',
  prefix: 'ZD',
  group: 'expenseApplication',
  icon: 'team',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'occasion', cn: '招待安排', en: 'Occasion' },
    { id: 'people', cn: '参加人员', en: 'Attendees' },
    { id: 'amounts', cn: '金额与标准', en: 'Amounts and standard' },
    { id: 'drinks', cn: '酒水', en: 'Drinks' },
    budgeted,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['counterpartCompany', 'entertainDate', 'reason'],
  columns: ['entertainmentType', 'entertainDate', 'counterpartCompany', 'totalCount', 'totalAmountRmb', 'overStandard'],
  budget: {
    class: 'application',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'ENT',
    month: 'budgetMonth',
    amount: 'totalAmountRmb',
    releaseOn: 'entertainDate + duration("P" + string(parameter("claimRule", "entertainmentReleaseDays") + 1) + "D")',
  },
})
