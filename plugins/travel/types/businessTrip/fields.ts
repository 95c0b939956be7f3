import { attachment, calculated, cascader, datetime, defineFields, documentLink, integer, money, override, people, person, radio, select,
  table, text, textarea, toggle } from '#kernel/fields.ts'
import { customer } from '#plugins/masters/references.ts'
import { budget, fx } from '#plugins/forms/kit.ts'
import { journeyHeader } from '../header.ts'
import { applicationBearing, travelCategory, usdRate } from '../bearing.ts'
import { cityOf, isCompared, standardClass, tableKm, tierOf } from '../standards.ts'

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
