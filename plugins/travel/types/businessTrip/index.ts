import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, generalManager, personIn, role, superior, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, cascader, datetime, defineFields, documentLink, integer, money, override, people, person, radio, select,
  table, text, textarea, toggle } from '#kernel/fields.ts'
import { basics, bearingDeptHead, bearingRules, budget, budgeted, budgetRules, closing, deptHead, fx, fxRules, headerRules,
  overBudgetApprover, viceGm } from '#plugins/forms/kit.ts'
import { customer } from '#plugins/masters/references.ts'
import { limits } from '../../dictionaries.ts'
import { arrivesTooEarly, clocksDiffer, furthestMinutes } from '../clocks.ts'
import { cityOf, isCompared, standardClass, tableKm, tierOf } from '../standards.ts'
import { applicationBearing, journeyHeader, riskRules, travelCategory, usdRate } from '../form-parts.ts'

const isLast = 'rowId = header.itinerary[-1].rowId'
/** Daily standards in RMB, by the applicant's level. */
const perDay = '(if tripScope = "2" then parameter("travelStandard", "meal.abroad." + applicantPosition) * usdRate ' +
  'else parameter("travelStandard", "meal.home." + applicantPosition) + ' +
  '(if parameter("travelStandard", "local.home." + applicantPosition) = null then 0 ' +
  'else parameter("travelStandard", "local.home." + applicantPosition)))'
/** Highest tier among the visited cities, which determines the estimate's hotel standard. */
const dearest = 'if count(itinerary[tier = "5"]) > 0 then "5" else if count(itinerary[tier = "4"]) > 0 then "4" ' +
  'else min(itinerary[tier != null and toCity != homeCity].tier)'

const itinerary = table({
  cn: '行程明细',
  en: 'Itinerary',
  required: true,
  min: 1,
  max: 20,
  section: 'itinerary',
  span: 4,
  columns: {
    startArea: cascader({ cn: '出发国家/城市', en: 'From (country, city)', required: true,
      default: `if count(header.itinerary) > 1 and ${isLast} then header.itinerary[-2].endArea else null` }),
    endArea: cascader({ cn: '目的国家/城市', en: 'To (country, city)', required: true,
      default: `if header.journeyWay = "2" and count(header.itinerary) = 2 and ${isLast} then header.itinerary[1].startArea else null` }),
    startTime: datetime({ cn: '开始时间', en: 'Departure time', required: true }),
    endTime: datetime({ cn: '结束时间', en: 'Arrival time', required: true }),
    days: calculated({ cn: '天数', en: 'Trip days', result: 'integer',
      value: 'if endTime < startTime then 1 else days(startTime, endTime)' }),
    transport: select({ cn: '交通工具', en: 'Transport', required: true, dict: 'transport', default: '"2"' }),
    seatClass: select({ cn: '席别', en: 'Class', required: 'transport in ("1", "2", "3")', dict: 'seatClass',
      default: standardClass('header.applicantPosition') }),
    distanceKm: integer({ cn: '里程（公里）', en: 'Distance (km)', required: 'transport in ("1", "6")', min: 1, max: 20_000,
      default: 'tableKm' }),
    tableKm,
    priceChart: attachment({
      cn: '高铁价格截图',
      en: 'High-speed rail price',
      required: `transport = "1" and header.tripScope = "1" and ${isCompared('distanceKm')}`,
      max: 5,
      extensions: ['pdf', 'png', 'jpg', 'jpeg'],
    }),
    fare: money({ cn: '预计票价', en: 'Fare per person', required: true, min: 0 }),
    startingRiskLevel: select({ cn: '出发地风险', en: 'Risk at departure', system: true, readOnly: true, dict: 'riskLevel' }),
    destinationRiskLevel: select({ cn: '目的地风险', en: 'Risk at arrival', system: true, readOnly: true, dict: 'riskLevel' }),
    rowRemark: text({ cn: '备注', en: 'Remarks', max: 200 }),
    fromCity: calculated({ cn: '出发地编码', en: 'Departure code', result: 'text', visible: 'false', value: cityOf('startArea') }),
    toCity: calculated({ cn: '目的地编码', en: 'Destination code', result: 'text', visible: 'false', value: cityOf('endArea') }),
    tier: calculated({ cn: '城市级别', en: 'City tier', result: 'text', visible: 'false', value: tierOf('endArea') }),
  },
})

const kindAndPeople = defineFields({
  tripKind: select({ cn: '出差类型', en: 'Trip type', required: true, trend: true, dict: 'tripKind', section: 'basics', default: '"1"' }),
  tripScope: radio({ cn: '出差范围', en: 'Destination area', required: true, trend: true, dict: 'tripScope', section: 'basics',
    default: '"1"' }),
  journeyWay: radio({ cn: '单程/往返', en: 'One-way or round trip', required: true, dict: 'journeyWay', section: 'basics',
    default: '"2"' }),
  customer: customer({ cn: '拜访客户', en: 'Customer', required: 'tripKind = "1" or tripKind = "6"', section: 'basics', span: 2 }),
  hostCompany: select({ cn: '目的公司', en: 'Company visited', required: 'tripKind = "3"', dict: 'company', section: 'basics' }),
  companions: people({ cn: '同行人', en: 'Companions', trend: true, max: 20, section: 'basics', span: 2 }),
  companionsElsewhere: people({ cn: '外部门同行人', en: 'Companions from other departments', system: true, readOnly: true,
    value: 'companions[mainDepartment != applicantDept.id].id', max: 20 }),
  companionsLed: people({ cn: '有分管副总的同行人', en: 'Companions with a responsible VP', system: true, readOnly: true,
    value: 'companions[not(positionLevel in ("4", "5"))].id', max: 20 }),
  companionsLeading: people({ cn: '副总级同行人', en: 'VP-level companions', system: true, readOnly: true,
    value: 'companions[positionLevel in ("4", "5")].id', max: 20 }),
  headcount: calculated({ cn: '人数', en: 'Headcount', result: 'integer', section: 'basics', value: '1 + count(companions)' }),
  reason: textarea({ cn: '出差事由', en: 'Purpose', required: true, min: 5, max: 500, section: 'basics', span: 4 }),
})

const period = defineFields({
  startTime: datetime({ cn: '出差开始时间', en: 'Trip start', system: true, readOnly: true, section: 'itinerary',
    value: 'min(itinerary[startTime != null].startTime)' }),
  endTime: datetime({ cn: '出差结束时间', en: 'Trip end', system: true, readOnly: true, section: 'itinerary',
    value: 'max(itinerary[endTime != null].endTime)' }),
  totalTripDays: calculated({ cn: '总天数', en: 'Total trip days', result: 'integer', trend: true, section: 'itinerary',
    value: 'if endTime < startTime then 1 else days(startTime, endTime)' }),
  riskLevel: select({ cn: '行程风险', en: 'Trip risk', system: true, readOnly: true, dict: 'riskLevel', section: 'itinerary' }),
  workHandover: person({ cn: '工作交接人', en: 'Work handed over to', required: 'totalTripDays >= 5', section: 'itinerary' }),
  dispatchList: documentLink({ cn: '派车申请', en: 'Car requests', system: true, readOnly: true, links: ['dispatchCar'],
    linkStates: ['inApproval', 'completed'], binds: false, section: 'itinerary', span: 2 }),
})

const estimate = defineFields({
  estimateHotel: money({
    cn: '预计住宿费',
    en: 'Estimated hotel',
    required: true,
    min: 0,
    section: 'estimate',
    hint: { cn: '按差旅标准预填，可修改', en: 'Filled in from the travel standard; you can change it' },
    default:
      'round half up((totalTripDays - 1) * headcount * parameter("travelStandard", "hotel." + dearestTier + "." + applicantPosition) ' +
      '* (if dearestTier = "5" then usdRate else 1) / exchangeRate, 2)',
  }),
  estimateOther: money({ cn: '其他预计', en: 'Other (estimated)', min: 0, section: 'estimate', default: '0' }),
  advanceNeeded: toggle({
    cn: '是否借款',
    en: 'Advance needed',
    section: 'estimate',
    default: 'false',
    hint: { cn: '审批通过后请提交员工借款', en: 'Once approved, submit an employee advance' },
  }),
  estimateTransport: calculated({ cn: '预计交通费', en: 'Estimated transport', result: 'money', section: 'estimate',
    value: 'sum(itinerary[fare != null].fare) * headcount' }),
  homeCity: calculated({ cn: '首个出发地', en: 'First departure', result: 'text', visible: 'false', value: 'itinerary[1].fromCity' }),
  // dimensions of statistics, also used by claims of the trip
  firstCity: calculated({ cn: '首个目的地', en: 'First destination', result: 'text', visible: 'false', value: 'itinerary[1].toCity' }),
  firstTransport: calculated({ cn: '首段交通工具', en: 'First transport', result: 'text', visible: 'false',
    value: 'itinerary[1].transport' }),
  dearestTier: calculated({ cn: '住宿标准城市级别', en: 'Hotel city tier', result: 'text', visible: 'false', value: dearest }),
  estimateAllowance: calculated({
    cn: '预计补贴',
    en: 'Estimated allowance',
    result: 'money',
    section: 'estimate',
    // rounded per traveller, like the rows of the claim
    value: `headcount * round half up(totalTripDays * ${perDay} / exchangeRate, 2)`,
  }),
  estimatedTotalAmount: calculated({
    cn: '出差预算',
    en: 'Trip budget',
    result: 'money',
    trend: true,
    section: 'estimate',
    value: 'sum([estimateTransport, estimateHotel, estimateAllowance, estimateOther][item != null])',
  }),
})

export const fields = defineFields({
  ...journeyHeader({ cn: '出差申请', en: 'Business trip request' }),
  ...kindAndPeople,
  ...override(applicationBearing, { project: { required: 'expenseCategory.projectRequired' },
    budgetMonth: { value: 'date(startTime.year, startTime.month, 1)' } }),
  ...override(fx({ total: 'estimatedTotalAmount', rmb: 'rmb(estimatedTotalAmount, exchangeRate)' }), {
    totalAmount: { section: undefined },
    totalAmountRmb: { section: 'estimate' },
    totalAmountCapital: { section: 'estimate' },
  }),
  expenseCategory: travelCategory,
  usdRate,
  itinerary,
  ...period,
  ...estimate,
  ...override(budget('false'), { overdue: { section: undefined }, overdueExplanation: { required: undefined, visible: 'false' } }),
})

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

const rules = [...headerRules, ...fxRules, ...bearingRules(), ...own, ...riskRules('CC-06', 'CC-07', 'itinerary'), ...budgetRules] as const

/** Flow of trip requests; finance edits the limits, and an administrator's version may have other conditions. */
const flow = defineFlow([
  deptHead,
  // the head of each companion's department; for a companion who is the head, the superior
  approve('companionDeptHead', superior(1, 'companionsElsewhere'), {
    cn: '同行人部门负责人',
    en: 'Companions’ department heads',
    mode: 'all',
    when: 'count(companionsElsewhere) > 0',
  }),
  bearingDeptHead(),
  overBudgetApprover,
  viceGm(`tripScope = "2" or tripKind = "3" or totalTripDays > 3 or estimatedTotalAmountRmb > ${limits.of('businessTrip', 'viceGm')}`),
  approve('companionViceGm', both(vicePresident('companionsLed'), superior(1, 'companionsLeading')), {
    cn: '同行人分管副总',
    en: 'Companions’ VPs',
    mode: 'all',
    when: 'count(companions) > 0',
  }),
  approve('generalManager', generalManager, {
    cn: '总经理',
    en: 'General manager',
    when: '(tripKind = "3" and totalTripDays < parameter("travelRule", "interCompanyGmDays")) or tripScope = "2" ' +
      'or applicantPosition in ("3", "4")',
  }),
  copy('ccFinish', both(personIn('companions'), role('hr')), { cn: '抄送', en: 'CC' }),
])

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
