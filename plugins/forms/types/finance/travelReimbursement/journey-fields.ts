import { calculated, cascader, datetime, defineFields, documentLink, integer, person, select, table, text } from '#kernel/fields.ts'

/** Of the trip that a leg belongs to: kept with the leg for statistics, which follow from the claim alone. */
const ofTrip = (attribute: string) => `header.tripLinks[businessNo = tripNo][1].${attribute}`
const kept = { visible: 'false' } as const

const meals = (cn: string, en: string) => integer({ cn: `提供${cn}`, en: `${en} provided`, min: 0, max: 60, default: '0' })

/** The trips that are claimed, and how they went. */
export const journey = defineFields({
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
