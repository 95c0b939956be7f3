import { calculated, defineFields, override, textarea, toggle, cascader, datetime, documentLink, integer, person, select, table,
  text } from '#kernel/fields.ts'
import { bearing, budget, claimedAmount, fx, header, payDate, payee, writeOff } from '#plugins/forms/kit.ts'
import { travelCategory, usdRate } from '#plugins/travel/types/bearing.ts'
import { journeyJson } from '#plugins/travel/types/header.ts'
import { costs, someUnapproved, sumOfCosts } from './cost-fields.ts'

/** Expression for an attribute of a leg's trip, copied to the leg for statistics, which only read the claim. */
const ofTrip = (attribute: string) => `header.tripLinks[businessNo = tripNo][1].${attribute}`

const kept = { visible: 'false' } as const

const meals = (cn: string, en: string) => integer({ cn: `提供${cn}`, en: `${en} provided`, min: 0, max: 60, default: '0' })

/** Claimed trips and the actual itinerary. */
const journey = defineFields({
  tripLinks: documentLink({
    cn: '关联出差申请',
    en: 'Linked business trips',
    required: true,
    trend: true,
    links: ['businessTrip'],
    binds: true,
    claim: 'once',
    claims: {
      message: { cn: '一个出差申请只能关联一个差旅费报销',
        en: 'Only one travel expense reimbursement may link to one business trip application' },
    },
    min: 1,
    max: 5,
    section: 'trips',
    span: 4,
  }),
  tripRows: table({
    cn: '行程',
    en: 'Itinerary',
    required: 'count(tripLinks) > 0',
    min: 1,
    max: 100,
    section: 'trips',
    span: 4,
    columns: {
      tripNo: text({ cn: '出差申请编号', en: 'Trip request no.', system: true, readOnly: true }),
      traveler: person({ cn: '出差人', en: 'Traveller', as: 'traveller', required: true, default: 'header.applicant.id' }),
      startCity: cascader({ cn: '出发地', en: 'Departure country/city', as: 'placeFrom', required: true }),
      endCity: cascader({ cn: '目的地', en: 'Destination country/city', as: 'placeTo', required: true }),
      startTime: datetime({ cn: '出发时间', en: 'Departure time', as: 'timeFrom', required: true }),
      endTime: datetime({ cn: '到达时间', en: 'Arrival time', as: 'timeTo', required: true }),
      days: calculated({ cn: '天数', en: 'Trip days', result: 'integer',
        value: 'if endTime < startTime then 1 else days(startTime, endTime)' }),
      breakfasts: meals('早餐', 'Breakfasts'),
      lunches: meals('午餐', 'Lunches'),
      dinners: meals('晚餐', 'Dinners'),
      startingRiskLevel: select({ cn: '出发地风险', en: 'Risk at departure', system: true, readOnly: true, dict: 'riskLevel' }),
      destinationRiskLevel: select({ cn: '目的地风险', en: 'Risk at arrival', system: true, readOnly: true, dict: 'riskLevel' }),
      tripBudget: calculated({ cn: '出差预算', en: 'Trip budget', result: 'money', ...kept, value: ofTrip('amount') }),
      tripKind: calculated({ cn: '出差类型', en: 'Trip type', result: 'text', ...kept, value: ofTrip('tripKind') }),
      tripScope: calculated({ cn: '出差范围', en: 'Destination area', result: 'text', ...kept, value: ofTrip('tripScope') }),
      tripRisk: calculated({ cn: '行程风险', en: 'Trip risk', result: 'text', ...kept, value: ofTrip('riskLevel') }),
      tripCity: calculated({ cn: '目的地编码', en: 'Destination code', result: 'text', ...kept, value: ofTrip('firstCity') }),
      tripTransport: calculated({ cn: '交通工具', en: 'Transport', result: 'text', ...kept, value: ofTrip('firstTransport') }),
    },
  }),
  totalTripDays: calculated({ cn: '总天数', en: 'Total trip days', result: 'integer', system: true, section: 'trips' }),
  riskLevel: select({ cn: '行程风险', en: 'Trip risk', system: true, readOnly: true, dict: 'riskLevel', section: 'trips' }),
  tripBudgetTotal: calculated({ cn: '出差预算', en: 'Trip budget', result: 'money', section: 'trips',
    value: 'sum(tripLinks[amount != null].amount)' }),
})

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
    // compared in one currency: in RMB, rounding per row would make equal amounts differ by cents
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
    // defaults from the trip; may be changed in the claim
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
