import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, fxRules, headerRules } from '#plugins/forms/kit.ts'
import { riskRules } from '../risk-rules.ts'

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

export const rules = [...headerRules, ...fxRules, ...bearingRules(), ...own, ...riskRules('DC-06', 'DC-06-middle', 'endArea')] as const
