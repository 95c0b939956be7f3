import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, budgetRules, fxRules, headerRules } from '#plugins/forms/kit.ts'
import { arrivesTooEarly, clocksDiffer, furthestMinutes } from '../clocks.ts'
import { isCompared } from '../standards.ts'
import { riskRules } from '../risk-rules.ts'

const own = defineRules([
  rule('CC-01', {
    each: 'itinerary',
    when: arrivesTooEarly({ from: 'startArea', to: 'endArea', start: 'startTime', end: 'endTime' }),
    fields: ['endTime'],
    cn: '出发时间必须早于到达时间',
    en: 'Departure time must be earlier than arrival time',
  }),
  rule('CC-02', {
    when:
      `if (some leg in itinerary satisfies ${
        clocksDiffer('leg.startArea', 'leg.endArea')
      }) then minutes(startTime, endTime) < -${furthestMinutes} ` +
      'else endTime <= startTime',
    fields: ['itinerary'],
    cn: '出差结束时间必须晚于开始时间',
    en: 'Trip end time must be later than start time',
  }),
  rule('CC-03', {
    when: `overlap(itinerary[if ${clocksDiffer('startArea', 'endArea')} then false else true], "startTime", "endTime")`,
    fields: ['itinerary'],
    cn: '行程时间不能重叠',
    en: 'Itinerary periods must not overlap',
  }),
  rule('CC-05', {
    each: 'itinerary',
    fields: ['priceChart'],
    when: `transport = "1" and header.tripScope = "1" and ${isCompared('distanceKm')} and count(priceChart) = 0`,
    blanks: { km: 'parameter("travelRule", "airRailCompareKm")' },
    cn: '{km}公里内乘坐飞机须上传高铁价格截图',
    en: 'Flights within {km} km need a high-speed rail price screenshot',
  }),
  rule('CC-09', {
    when: 'count(itinerary) = 0',
    fields: ['itinerary'],
    cn: '请至少添加一条行程',
    en: 'Add at least one itinerary row',
  }),
  rule('CC-10', {
    when: 'count(itinerary) > 1 and sublist(itinerary.fromCity, 2) != sublist(itinerary.toCity, 1, count(itinerary) - 1)',
    fields: ['itinerary'],
    level: 'confirm',
    cn: '行程不连续，请确认',
    en: 'The itinerary has a gap: confirm',
  }),
  rule('CC-11', {
    when: 'days(startTime, today()) > 4',
    fields: ['reason'],
    level: 'warn',
    cn: '补填出差申请，请在事由中说明',
    en: 'This trip has already started: explain in the purpose',
  }),
  rule('CC-12', {
    when: '(some leg in itinerary satisfies leg.transport in ("5", "6")) and count(dispatchList) = 0',
    fields: ['itinerary'],
    level: 'warn',
    cn: '行程含公司派车/自驾，请提交派车申请并关联本出差',
    en: 'This trip uses a car: submit a company car request linked to it',
  }),
  rule('CC-13', {
    each: 'itinerary',
    when: 'fromCity = toCity',
    fields: ['endArea'],
    cn: '目的城市不能与出发城市相同',
    en: 'The destination must be different from the departure city',
  }),
  rule('CC-14', {
    when: 'journeyWay = "2" and count(itinerary) > 0 and itinerary[-1].toCity != itinerary[1].fromCity',
    fields: ['itinerary'],
    cn: '往返行程的最后目的地须为首个出发地',
    en: 'A round trip must end where it started',
  }),
  rule('CC-15', {
    when: 'list contains(companions.id, applicant.id)',
    fields: ['companions'],
    cn: '同行人不能包含申请人',
    en: 'The applicant can’t be a companion',
  }),
  rule('CC-16', {
    when: 'tripKind = "3" and hostCompany = company',
    fields: ['hostCompany'],
    cn: '目的公司不能是本人所属公司',
    en: 'Choose a company other than your own',
  }),
  rule('CC-17', {
    when: 'workHandover.id = applicant.id or list contains(companions.id, workHandover.id)',
    fields: ['workHandover'],
    cn: '工作交接人不能是申请人或同行人',
    en: 'Choose someone who isn’t on this trip',
  }),
  rule('CC-18', {
    when: 'count(itinerary) > 0 and estimatedTotalAmount <= 0',
    fields: ['estimateHotel'],
    cn: '出差预算须大于0',
    en: 'The trip budget must be more than 0',
  }),
  rule('CC-19', {
    when: '(itinerary[1].tier = "5" or dearestTier in ("4", "5")) and tripScope = "1"',
    fields: ['tripScope'],
    cn: '行程含境外地区，请选择国外及港澳台',
    en: 'This trip leaves mainland China: choose Overseas',
  }),
])

export const rules = [...headerRules, ...fxRules, ...bearingRules(), ...own, ...riskRules('CC-06', 'CC-07', 'itinerary'),
  ...budgetRules] as const
