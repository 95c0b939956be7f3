import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, generalManager, initiator, rowPersons } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, cascader, datetime, defineFields, documentLink, integer, override, person, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import { accountantReview, basics, bearing, bearingDeptHead, bearingRules, budget, budgeted, budgetRules, cashier, claimedAmount, closing,
  deptHead, financeManager, fx, fxRules, header, headerRules, invoiceRules, overBudgetApprover, paid, paidAfterFiling, payDate, payee,
  payeeRules, viceGms, writeOff, writeOffRules, writtenOff } from '#plugins/forms/kit.ts'
import { arrivesTooEarly, clocksDiffer } from '#plugins/travel/types/clocks.ts'
import { isCompared } from '#plugins/travel/types/standards.ts'
import { journeyJson, travelCategory, usdRate } from '#plugins/travel/types/form-parts.ts'
import { costs, costTables, moneyRules, someUnapproved, sumOfCosts } from './cost-fields.ts'
import { limits } from '../../dictionaries.ts'

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

const empty = (field: string) => `(${field} = null or ${field} = "")`
const outside = (day: string, slack: number) =>
  `count(header.tripLinks) > 0 and not(some trip in header.tripLinks ` +
  `satisfies (date(trip.period[1]) - duration("P${slack}D") <= ${day} and ${day} <= date(trip.period[2]) + duration("P${slack}D")))`
const late = { cn: '费用日期不在出差期间内', en: 'The date is outside the trip' }

/** Condition that a guest is in another hotel in the same night. */
const elsewhere = (guest: string) =>
  `(some other in header.hotelRows satisfies (other.rowId != rowId and other.checkIn < checkOut and checkIn < other.checkOut ` +
  `and list contains(other.persons.id, ${guest}.id)))`

const own = defineRules([
  rule('CL-01', {
    when: 'count(tripLinks) = 0',
    fields: ['tripLinks'],
    cn: '请至少添加一条出差审批',
    en: 'Add at least one business trip approval',
  }),
  rule('CL-03', {
    each: 'tripRows',
    when: arrivesTooEarly({ from: 'startCity', to: 'endCity', start: 'startTime', end: 'endTime' }),
    fields: ['endTime'],
    cn: '出发时间必须早于到达时间',
    en: 'Departure time must be earlier than arrival time',
  }),
  rule('CL-04', {
    each: 'tripRows',
    fields: ['startTime'],
    when: `if ${clocksDiffer('startCity', 'endCity')} then false else some other in header.tripRows satisfies ` +
      '(other.rowId != rowId and other.traveler.id = traveler.id and other.startTime < endTime and startTime < other.endTime ' +
      `and (if ${clocksDiffer('other.startCity', 'other.endCity')} then false else true))`,
    cn: '行程时间不能重叠',
    en: 'Itinerary periods must not overlap',
  }),
  rule('CL-05', {
    when: `overTripBudget = true and ${empty('excessExplanation')}`,
    fields: ['excessExplanation'],
    cn: '报销金额超出出差预算，请填写超出说明',
    en: 'The claim is over the trip budget: explain why',
  }),
  rule('CL-06', {
    each: 'transportRows',
    fields: ['priceChart'],
    when: `transport = "1" and (some t in header.tripLinks satisfies t.tripScope = "1") and ${
      isCompared('distanceKm')
    } and (count(priceChart) = 0 or count(ticketFile) = 0)`,
    blanks: { km: 'parameter("travelRule", "airRailCompareKm")' },
    cn: '{km}公里内乘坐飞机须上传机票及高铁价格截图',
    en: 'Flights within {km} km need the air ticket and a high-speed rail price screenshot',
  }),
  rule('CL-07', {
    each: 'transportRows',
    when: 'transport = "8" and count(taxiLink) = 0',
    fields: ['taxiLink'],
    cn: '打车费报销必须关联打车审批',
    en: 'Taxi fare reimbursement must link a taxi approval',
  }),
  rule('CL-08', {
    when: `overStandard = true and ${empty('overStandardExplanation')}`,
    fields: ['overStandardExplanation'],
    cn: '超出差旅标准，请填写超标说明',
    en: 'Over the travel standard: enter an over-standard explanation',
  }),
  rule('CL-09', {
    when: 'count(transportRows) + count(hotelRows) + count(allowanceRows) + count(otherRows) = 0',
    fields: ['transportRows'],
    cn: '请至少添加一条报销明细',
    en: 'Add at least one reimbursement item',
  }),
  rule('CL-10', {
    each: 'hotelRows',
    fields: ['persons'],
    when: `some guest in persons satisfies ${elsewhere('guest')}`,
    blanks: { name: `persons[${elsewhere('item')}][1].nameEn` },
    cn: '同一人住宿日期重叠',
    en: 'Hotel nights overlap for {name}',
  }),
  rule('CL-11-transport', { each: 'transportRows', when: outside('item.date', 1), fields: ['date'], level: 'warn', ...late }),
  rule('CL-11-hotel', { each: 'hotelRows', when: `${outside('checkIn', 0)} or ${outside('checkOut', 1)}`, fields: ['checkIn'],
    level: 'warn', ...late }),
  rule('CL-11-other', { each: 'otherRows', when: outside('item.date', 1), fields: ['date'], level: 'warn', ...late }),
  rule('CL-12', {
    when: `overdue = true and ${empty('overdueExplanation')}`,
    fields: ['overdueExplanation'],
    blanks: { days: 'parameter("travelRule", "overdueDays")' },
    cn: '出差结束已超过{days}天，请填写逾期说明',
    en: 'The trip ended more than {days} days ago: enter an overdue explanation',
  }),
  rule('CL-14', {
    when: 'count(transportRows) + count(hotelRows) + count(allowanceRows) + count(otherRows) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    cn: '报销金额不能为0',
    en: 'The reimbursement amount cannot be 0',
  }),
  rule('CL-17', {
    each: 'hotelRows',
    when: 'checkIn >= checkOut',
    fields: ['checkOut'],
    cn: '离店日期必须晚于入住日期',
    en: 'Check-out must be later than check-in',
  }),
  rule('CL-18', {
    each: 'transportRows',
    when: 'refundFee > amount',
    fields: ['refundFee'],
    cn: '退改签费不能大于金额',
    en: 'The change fee can’t be more than the fare',
  }),
  rule('CL-21', {
    each: 'transportRows',
    when: 'airLevies > amount - (if refundFee = null then 0 else refundFee)',
    fields: ['airLevies'],
    cn: '民航发展基金、其他税费与退改签费之和不能大于金额',
    en: 'Levies and change fee can’t be more than the fare',
  }),
  paidAfterFiling('CL-19'),
  rule('CL-20', {
    when: 'usdRate = null and (some stay in hotelRows satisfies stay.tier = "5")',
    fields: ['hotelRows'],
    cn: '本月未设置美元汇率，请联系财务',
    en: 'The US dollar rate for this month is not set, contact finance',
  }),
])

const invoices = ['transportRows', 'hotelRows', 'otherRows'].flatMap((rows) =>
  invoiceRules(rows).map((each) => ({ ...each, id: `${each.id}-${rows}` }))
)

const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ at: ['accountantReview'] }),
  ...own,
  // allowances are set by the system and may be zero, after provided meals and days paid by other claims
  ...costTables.flatMap((rows) => moneyRules(rows)).filter(({ id }) => id !== 'CL-15-allowanceRows'),
  ...invoices,
  ...budgetRules.filter(({ id }) => id !== 'G-09'),
  ...payeeRules,
  ...writeOffRules,
] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow(
  [
    deptHead,
    approve('companionConfirm', rowPersons('tripRows.traveler'), {
      cn: '同行人确认',
      en: 'Companions’ confirmation',
      mode: 'all',
      manual: true,
      excludes: 'initiator',
      when: 'proceedsType = "2"',
    }),
    bearingDeptHead(),
    accountantReview('bearingDept', { opinionRequired: 'approvedAmount < totalAmount' }),
    overBudgetApprover,
    viceGms(`totalAmountRmb > ${limits.of('travelReimbursement', 'viceGm')} or overdue = true or overTripBudget = true`),
    approve('generalManager', generalManager, {
      cn: '总经理',
      en: 'General manager',
      when: `totalAmountRmb > ${limits.of('travelReimbursement', 'generalManager')} or applicantPosition in ("3", "4")`,
    }),
    financeManager,
    cashier('netPayable > 0'),
    copy('ccFinish', initiator, { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true },
)

/** Claim for an approved trip: fares, hotels, allowances and other costs of all travellers. */
export const travelReimbursement = defineForm({
  key: 'travelReimbursement',
  cn: '差旅费报销',
  en: 'Travel expense claim',
  short: { cn: '差旅报销', en: 'Travel expense' },
  path: '/evection-apply',
  prefix: 'CL',
  group: 'finance',
  icon: 'reconciliation',
  amount: 'totalAmountRmb',
  approved: 'approvedAmount',
  paidBy: ['accountant', 'cashier'],
  print: { cover: ['transportRows.invoiceNo', 'hotelRows.invoiceNo', 'otherRows.invoiceNo'] },
  sections: [
    basics,
    { id: 'trips', cn: '出差与行程', en: 'Trips and itinerary' },
    { id: 'costs', cn: '费用', en: 'Costs' },
    { id: 'items', cn: '合计', en: 'Totals' },
    budgeted,
    writtenOff,
    paid,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: [{ from: 'tripRows.startCity', to: 'tripRows.endCity' }, { from: 'tripRows.startTime', to: 'tripRows.endTime' }],
  columns: ['totalTripDays', 'totalAmountRmb', 'approvedAmount', 'netPayable', 'overBudget', 'overStandard'],
  permissions: [changeItemStatus],
  budget: {
    class: 'spending',
    rows: costTables,
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'TRAVEL',
    month: 'budgetMonth',
    amount: 'rmb(approvedAmount, header.exchangeRate)',
    offBudget: 'offBudgetStatus',
  },
})
