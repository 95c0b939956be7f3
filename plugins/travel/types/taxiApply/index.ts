import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, initiator, personIn } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, cascader, datetime, defineFields, documentLink, money, number, override, people, radio, select, table, text, textarea,
  time } from '#kernel/fields.ts'
import { basics, bearingDeptHead, bearingRules, closing, deptHead, fx, fxRules, headerRules, viceGm } from '#plugins/forms/kit.ts'
import { limits } from '../../dictionaries.ts'
import { applicationBearing, journeyHeader, riskRules } from '../form-parts.ts'

const unseen = { section: undefined }

export const fields = defineFields({
  ...journeyHeader({ cn: '打车申请', en: 'Taxi request' }),
  taxiReason: select({ cn: '用车原因', en: 'Reason', required: true, trend: true, dict: 'taxiReason', section: 'basics', default: '"2"' }),
  taxiVehicle: select({ cn: '用车方式', en: 'Vehicle', required: true, trend: true, dict: 'taxiVehicle', section: 'basics',
    default: '"1"' }),
  overtimeEnd: time({ cn: '加班结束时间', en: 'Overtime end', required: 'taxiReason = "1"', section: 'basics' }),
  ...applicationBearing,
  reason: textarea({ cn: '事由说明', en: 'Details', required: true, min: 2, max: 200, section: 'basics', span: 4 }),
  ...override(fx({ total: 'estimatedFare', rmb: 'rmb(estimatedFare, exchangeRate)' }), {
    currencyType: { readOnly: true, ...unseen },
    exchangeRate: unseen,
    totalAmount: unseen,
    totalAmountRmb: unseen,
    totalAmountCapital: unseen,
  }),
  dispatchTime: datetime({ cn: '用车时间', en: 'Pickup time', required: true, section: 'ride' }),
  endTime: datetime({ cn: '预计结束时间', en: 'Estimated end', required: true, section: 'ride',
    default: 'dispatchTime + duration("PT2H")' }),
  startArea: cascader({ cn: '出发城市', en: 'Departure city', required: true, section: 'ride' }),
  endArea: cascader({ cn: '目的城市', en: 'Destination city', required: true, section: 'ride', default: 'startArea' }),
  pickup: text({ cn: '上车地点', en: 'Pickup location', required: true, max: 100, section: 'ride', span: 2 }),
  roundTrip: radio({ cn: '是否往返', en: 'One-way or round trip', required: true, dict: 'journeyWay', section: 'ride', default: '"1"' }),
  phone: text({ cn: '联系电话', en: 'Phone', required: true, max: 11, pattern: '^1[3-9]\\d{9}$', section: 'ride' }),
  route: table({
    cn: '行程路线',
    en: 'Route',
    required: true,
    min: 1,
    max: 10,
    section: 'ride',
    span: 4,
    columns: {
      from: text({ cn: '起点', en: 'From', required: true, max: 100,
        default: 'if rowId = header.route[1].rowId then header.pickup else header.route[-2].to' }),
      to: text({ cn: '终点', en: 'To', required: true, max: 100 }),
      purpose: text({ cn: '用途', en: 'Purpose', max: 100 }),
    },
  }),
  passengers: people({ cn: '同车人', en: 'Passengers', max: 6, section: 'ride', span: 2 }),
  headcount: calculated({ cn: '乘车人数', en: 'Headcount', result: 'integer', section: 'ride', value: '1 + count(passengers)' }),
  estimatedFare: money({ cn: '预估费用', en: 'Estimated fare', required: true, trend: true, min: 0, max: 5000, section: 'ride' }),
  actualFare: money({ cn: '实际费用', en: 'Actual fare', system: true, readOnly: true, visible: 'actualFare != null', section: 'ride',
    hint: { cn: '报销时带出', en: 'Filled in from the claim' } }),
  tripLink: documentLink({
    cn: '关联出差',
    en: 'Business trip',
    links: ['businessTrip'],
    linkStates: ['inApproval', 'completed'],
    binds: false,
    max: 1,
    section: 'ride',
    span: 2,
  }),
  riskLevel: select({ cn: '区域风险', en: 'Area risk level', system: true, readOnly: true, dict: 'riskLevel', section: 'ride' }),
  startMileage: number({ cn: '起始里程', en: 'Start mileage', required: 'taxiVehicle = "3"', atNode: 'usageConfirm', min: 0, precision: 1,
    section: 'usage' }),
  endMileage: number({ cn: '结束里程', en: 'End mileage', required: 'taxiVehicle = "3"', atNode: 'usageConfirm', min: 0, precision: 1,
    section: 'usage' }),
})

/** FEEL expression for a time in the travel rules, HH:mm. */
const clock = (name: string) => `substring(string(parameter("travelRule", "${name}")), 1, 5)`

const own = defineRules([
  rule('DC-01', {
    when: 'endTime <= dispatchTime',
    fields: ['endTime'],
    cn: '结束时间必须晚于派车（用车）时间',
    en: 'End time must be later than dispatch time',
  }),
  rule('DC-02', {
    when: 'startMileage >= endMileage',
    fields: ['endMileage'],
    at: ['usageConfirm'],
    cn: '出发里程必须小于结束里程',
    en: 'Departure mileage must be less than end mileage',
  }),
  rule('DC-03', {
    when: 'taxiReason = "1" and not(overtimeEnd >= time(parameter("travelRule", "overtimeFrom")) ' +
      'or overtimeEnd <= time(parameter("travelRule", "overtimeTo")))',
    fields: ['overtimeEnd'],
    blanks: { from: clock('overtimeFrom'), to: clock('overtimeTo'),
      until: `if starts with(${clock('overtimeTo')}, "0") then substring(${clock('overtimeTo')}, 2) else ${clock('overtimeTo')}` },
    cn: '加班打车时间应在{from}至次日{until}',
    en: 'Overtime taxis are allowed from {from} to {to}',
  }),
  rule('DC-05', {
    when: 'count(route) = 0',
    fields: ['route'],
    cn: '请至少添加一条行程路线',
    en: 'Add at least one route row',
  }),
  rule('DC-07', {
    when: 'dispatchTime < now() - duration("P1D")',
    fields: ['dispatchTime'],
    cn: '用车时间不能早于24小时之前',
    en: 'The pickup time can be at most 24 hours in the past',
  }),
  rule('DC-08', {
    when: 'some trip in tripLink satisfies minutes(trip.startTime, dispatchTime) < 0',
    fields: ['dispatchTime'],
    cn: '用车时间不能早于出差开始时间',
    en: 'The pickup time can’t be before the trip starts',
  }),
  rule('DC-09', {
    when: 'estimatedFare <= 0',
    fields: ['estimatedFare'],
    cn: '预估费用须大于0',
    en: 'The estimated fare must be more than 0',
  }),
  rule('DC-10', {
    when: 'list contains(passengers.id, applicant.id)',
    fields: ['passengers'],
    cn: '同车人不能包含申请人',
    en: 'The applicant is already counted as a passenger',
  }),
])

const rules = [...headerRules, ...fxRules, ...bearingRules(), ...own, ...riskRules('DC-06', 'DC-06-middle', 'endArea')] as const

const flow = defineFlow([
  deptHead,
  bearingDeptHead(),
  viceGm(`estimatedFare > ${limits.of('taxiApply', 'viceGm')}`),
  approve('usageConfirm', initiator, { cn: '用车确认', en: 'Usage confirmation', manual: true, confirms: true, when: 'taxiVehicle = "3"' }),
  copy('ccFinish', personIn('passengers'), { cn: '抄送', en: 'CC' }),
])

/** Request for a taxi ride; the fare is claimed later with this approval. */
export const taxiApply = defineForm({
  key: 'taxiApply',
  cn: '打车申请',
  en: 'Taxi request',
  short: { cn: '打车申请', en: 'Taxi' },
  path: '/taxi',
  prefix: 'DC',
  group: 'travel',
  icon: 'environment',
  amount: 'totalAmountRmb',
  claimed: 'actualFare',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'ride', cn: '用车信息', en: 'Ride' },
    { id: 'usage', cn: '用车确认', en: 'Usage' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: [{ from: 'route.from', to: 'route.to' }, 'dispatchTime', 'reason'],
  columns: ['taxiReason', 'dispatchTime', 'pickup', 'estimatedFare', 'riskLevel'],
})
