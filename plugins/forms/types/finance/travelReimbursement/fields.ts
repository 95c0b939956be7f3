import { calculated, defineFields, override, textarea, toggle } from '#kernel/fields.ts'
import { bearing } from '#plugins/forms/mixins/bearing.ts'
import { budget } from '#plugins/forms/mixins/budget.ts'
import { claimedAmount, fx } from '#plugins/forms/mixins/fx.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { payDate, payee } from '#plugins/forms/mixins/payee.ts'
import { writeOff } from '#plugins/forms/mixins/writeOff.ts'
import { travelCategory, usdRate } from '#plugins/forms/types/travel/bearing.ts'
import { journeyJson } from '#plugins/forms/types/travel/header.ts'
import { costs, someUnapproved, sumOfCosts } from './cost-fields.ts'
import { journey } from './journey-fields.ts'

const overdue = 'days(max(tripRows[endTime != null].endTime), if createTime = null then today() else createTime) ' +
  '- 1 > parameter("travelRule", "overdueDays")'

const inOneCurrency = 'every trip in tripLinks satisfies (trip.currencyType = currencyType and trip.exchangeRate = exchangeRate)'

const judgement = defineFields({
  overTripBudget: calculated({
    cn: '超出出差预算',
    en: 'Over the trip budget',
    result: 'boolean',
    trend: true,
    visible: 'false',
    // in RMB every row is rounded for itself, so that the same amount would differ by cents
    value: `if ${inOneCurrency} then totalAmount > sum(tripLinks[estimatedTotalAmount != null].estimatedTotalAmount) ` +
      'else totalAmountRmb > tripBudgetTotal',
  }),
  excessExplanation: textarea({ cn: '超出说明', en: 'Over-budget reason', required: 'overTripBudget = true', max: 1000, section: 'budget',
    span: 4 }),
  overStandard: toggle({
    cn: '是否超标',
    en: 'Over standard',
    system: true,
    readOnly: true,
    trend: true,
    section: 'budget',
    value:
      '(some stay in hotelRows satisfies stay.amount > stay.standard) or (some ride in transportRows satisfies ride.aboveClass = true)',
  }),
  overStandardExplanation: textarea({ cn: '超标说明', en: 'Over-standard explanation', required: 'overStandard = true', max: 1000,
    section: 'budget', span: 4 }),
  tripReport: textarea({ cn: '出差报告', en: 'Trip report', required: 'totalTripDays >= 3', min: 20, max: 4000, section: 'trips',
    span: 4 }),
})

export const fields = defineFields({
  ...header({ cn: '差旅费报销', en: 'Travel expense claim' }),
  ...override(bearing({ editAt: ['accountantReview'] }), {
    // the trip says who bears it; a claim may say otherwise
    bearingDept: { default: 'if count(tripLinks) > 0 then tripLinks[1].bearingDept else applicantDept.budgetDept' },
    costCenter: { default: 'if count(tripLinks) > 0 then tripLinks[1].costCenter else usualCostCenter.id' },
  }),
  ...override(fx({ total: sumOfCosts('amount'), rmb: sumOfCosts('amountRmb') }), { totalAmount: claimedAmount }),
  expenseCategory: travelCategory,
  usdRate,
  journeyJson,
  ...journey,
  ...costs,
  approvedAmount: calculated({ cn: '核准金额', en: 'Approved amount', result: 'money', section: 'items',
    value: `if ${someUnapproved} then null else ${sumOfCosts('approvedAmount')}` }),
  ...override(budget(overdue), { overdue: { section: 'budget' } }),
  ...judgement,
  ...payee('3'),
  ...writeOff,
  payDate,
})
