import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, headerRules } from '#plugins/forms/kit.ts'
import { riskRules } from '../risk-rules.ts'

const own = defineRules([
  rule('PC-01', {
    when: 'endTime <= dispatchTime',
    fields: ['endTime'],
    at: ['start', 'fleetAssign'],
    cn: '结束时间必须晚于派车（用车）时间',
    en: 'End time must be later than dispatch time',
  }),
  rule('PC-02', {
    when: 'startMileage >= endMileage',
    fields: ['endMileage'],
    at: ['carReturn'],
    cn: '出发里程必须小于结束里程',
    en: 'Departure mileage must be less than end mileage',
  }),
  rule('PC-04', {
    when: 'startMileage < lastMileage',
    fields: ['startMileage'],
    at: ['carOut'],
    level: 'confirm',
    blanks: { n: 'lastMileage' },
    cn: '出车里程小于上次还车里程{n}',
    en: 'Start mileage is lower than at the last return ({n})',
  }),
  rule('PC-05', {
    when: 'actualKm > totalDistanceKm * 1.3',
    fields: ['endMileage'],
    at: ['carReturn'],
    level: 'warn',
    cn: '实际里程超出预计30%以上，请说明',
    en: 'The actual distance is over 30% more than planned. Explain why',
  }),
  rule('PC-07', {
    when: 'carKind = "2" and insuranceConfirmed != true',
    fields: ['insuranceConfirmed'],
    cn: '请确认车辆保险在有效期内',
    en: 'Confirm that the car insurance is valid',
  }),
  rule('PC-08', {
    when: 'carKind = "1" and car = null',
    fields: ['car'],
    at: ['fleetAssign'],
    cn: '请分配车辆',
    en: 'Assign a car',
  }),
  rule('PC-09', {
    when: 'dispatchTime < now() - duration("P1D")',
    fields: ['dispatchTime'],
    cn: '派车时间不能早于24小时之前',
    en: 'The dispatch time can be at most 24 hours in the past',
  }),
  rule('PC-10', {
    when: 'actualEndTime <= dispatchTime',
    fields: ['actualEndTime'],
    at: ['carReturn'],
    cn: '实际还车时间必须晚于派车时间',
    en: 'The return must be later than the dispatch',
  }),
])

export const rules = [...headerRules, ...bearingRules(), ...own, ...riskRules('PC-06', 'PC-06-middle', 'route')] as const
