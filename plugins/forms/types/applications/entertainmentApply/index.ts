import { defineForm } from '../../../../../src/kernel/form.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Entertainment of guests, approved before it takes place; its estimate holds the budget until one claim takes it over. */
export const entertainmentApply = defineForm({
  key: 'entertainmentApply',
  cn: '业务招待申请',
  en: 'Entertainment expense',
  path: '/expense',
  prefix: 'ZD',
  group: 'expenseApplication',
  icon: 'team',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'occasion', cn: '招待安排', en: 'Occasion' },
    { id: 'people', cn: '参加人员', en: 'People' },
    { id: 'amounts', cn: '金额与标准', en: 'Amounts and standard' },
    { id: 'drinks', cn: '酒水', en: 'Drinks' },
    { id: 'budget', cn: '预算与说明', en: 'Budget and explanations' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  columns: ['entertainmentType', 'entertainDate', 'counterpartCompany', 'totalCount', 'totalAmountRmb', 'overStandard'],
  budget: {
    class: 'application', department: 'bearingDept', category: 'expenseCategory', categoryCode: 'ENT', month: 'budgetMonth', amount: 'totalAmountRmb',
    releaseOn: 'entertainDate + duration("P" + string(parameter("claimRule", "entertainmentReleaseDays") + 1) + "D")',
  },
})
