import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, budgetRules, fxRules, headerRules, invoiceRules, paidAfterFiling, payeeRules,
  writeOffRules } from '#plugins/forms/kit.ts'
import { arrivesTooEarly, clocksDiffer } from '#plugins/travel/types/clocks.ts'
import { isCompared } from '#plugins/travel/types/standards.ts'
import { costTables, moneyRules } from './cost-fields.ts'

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

export const rules = [
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
