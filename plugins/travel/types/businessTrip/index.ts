import { defineForm } from '#kernel/form.ts'
import { basics, budgeted, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Business trip, approved in advance; its estimate occupies the budget until it is claimed. */
export const businessTrip = defineForm({
  key: 'businessTrip',
  cn: '出差申请',
  en: 'Business trip request',
  short: { cn: '出差申请', en: 'Business trip' },
  path: '/evection',
  prefix: 'CC',
  group: 'travel',
  icon: 'global',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'itinerary', cn: '行程', en: 'Itinerary' },
    { id: 'estimate', cn: '费用预估', en: 'Estimate' },
    budgeted,
    ...closing,
  ],
  onward: {
    form: 'travelReimbursement',
    link: 'tripLinks',
    cn: '报销',
    en: 'Reimburse',
    taken: { cn: '一个出差申请只能关联一个差旅费报销',
      en: 'Only one travel expense reimbursement may link to one business trip application' },
  },
  fields,
  rules,
  flow,
  subject: [{ from: 'itinerary.startArea', to: 'itinerary.endArea' }, { from: 'startTime', to: 'endTime' }, 'reason'],
  columns: ['tripKind', 'startTime', 'endTime', 'totalTripDays', 'totalAmountRmb', 'riskLevel'],
  budget: {
    class: 'application',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'TRAVEL',
    month: 'budgetMonth',
    amount: 'totalAmountRmb',
    releaseOn: 'date(endTime) + duration("P" + string(parameter("travelRule", "releaseDays") + 1) + "D")',
  },
})
