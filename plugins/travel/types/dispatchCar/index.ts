import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, initiator, personIn, role } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, cascader, checkbox, datetime, defineFields, documentLink, integer, money, number, people, person, radio,
  select, table, text, textarea } from '#kernel/fields.ts'
import { basics, bearingRules, closing, deptHead, headerRules, viceGm } from '#plugins/forms/kit.ts'
import { customer } from '#plugins/masters/references.ts'
import { applicationBearing, journeyHeader, riskRules } from '../form-parts.ts'
import { tableKm } from '../standards.ts'

const own = 'carKind = "1"'
const ofDriver = 'carKind = "2"'
const fleet = ['fleetAssign'] as const
const picture = ['png', 'jpg', 'jpeg'] as const

const car = defineFields({
  carKind: radio({ cn: '车辆性质', en: 'Car type', required: true, trend: true, dict: 'carKind', section: 'basics', default: '"1"' }),
  car: select({
    cn: '车辆',
    en: 'Car',
    visible: own,
    dict: 'companyCar',
    editAt: fleet,
    section: 'basics',
    hint: { cn: '可先提出意向，由车队确定', en: 'Suggest one; the fleet team decides' },
  }),
  plateNo: text({ cn: '车牌号', en: 'Plate no.', required: ofDriver, max: 8, pattern: '^[\\u4e00-\\u9fa5][A-Z][A-Z0-9]{5,6}$',
    section: 'basics' }),
  driver: person({ cn: '驾驶人', en: 'Driver', required: true, section: 'basics', default: 'applicant.id' }),
  licenceFile: attachment({ cn: '驾驶证', en: 'Driving licence', required: ofDriver, max: 2, extensions: picture, section: 'basics' }),
  insuranceConfirmed: checkbox({ cn: '保险在有效期', en: 'Insurance valid', required: ofDriver, section: 'basics', default: 'false' }),
  reason: textarea({ cn: '用车事由', en: 'Reason', required: true, min: 2, max: 500, section: 'basics', span: 4 }),
})

const ride = defineFields({
  dispatchTime: datetime({ cn: '派车时间', en: 'Dispatch time', required: true, editAt: fleet, section: 'ride' }),
  endTime: datetime({ cn: '预计还车时间', en: 'Estimated return', required: true, editAt: fleet, section: 'ride' }),
  pickup: text({ cn: '取车地点', en: 'Pickup location', required: true, max: 100, editAt: fleet, section: 'ride', span: 2 }),
  route: table({
    cn: '行程路线',
    en: 'Route',
    required: true,
    min: 1,
    max: 20,
    section: 'ride',
    span: 4,
    columns: {
      startArea: cascader({ cn: '出发地', en: 'From', required: true,
        default: 'if count(header.route) > 1 and rowId = header.route[-1].rowId then header.route[-2].endArea else null' }),
      endArea: cascader({ cn: '目的地', en: 'To', required: true }),
      address: text({ cn: '地址', en: 'Address', max: 100 }),
      distanceKm: integer({ cn: '里程（公里）', en: 'Distance (km)', required: true, min: 1, max: 3000, default: 'tableKm' }),
      tableKm,
    },
  }),
  totalDistanceKm: calculated({ cn: '预计里程', en: 'Estimated distance', result: 'integer', trend: true, section: 'ride',
    value: 'sum(route[distanceKm != null].distanceKm)' }),
  passengers: people({ cn: '同车人', en: 'Passengers', max: 8, section: 'ride', span: 2 }),
  customer: customer({ cn: '客户', en: 'Customer', section: 'ride', span: 2 }),
  tripLink: documentLink({
    cn: '关联出差',
    en: 'Business trip',
    required: 'totalDistanceKm > 200',
    shown: true,
    links: ['businessTrip'],
    linkStates: ['inApproval', 'completed'],
    binds: false,
    max: 1,
    section: 'ride',
    span: 2,
  }),
  riskLevel: select({ cn: '区域风险', en: 'Area risk level', system: true, readOnly: true, dict: 'riskLevel', section: 'ride' }),
})

const usage = defineFields({
  lastMileage: number({ cn: '上次还车里程', en: 'Last return mileage', system: true, readOnly: true, precision: 1, section: 'usage' }),
  startMileage: number({ cn: '出车里程', en: 'Start mileage', atNode: 'carOut', min: 0, precision: 1, section: 'usage',
    default: 'lastMileage' }),
  startPhotos: attachment({ cn: '出车里程照片', en: 'Odometer photos, departure', required: ofDriver, atNode: 'carOut', max: 5,
    maxBytes: 20_480_000, extensions: picture, section: 'usage' }),
  endMileage: number({ cn: '还车里程', en: 'End mileage', atNode: 'carReturn', min: 0, precision: 1, section: 'usage' }),
  actualKm: calculated({ cn: '实际里程', en: 'Actual distance', result: 'number', section: 'usage', value: 'endMileage - startMileage' }),
  actualEndTime: datetime({ cn: '实际还车时间', en: 'Actual return time', atNode: 'carReturn', section: 'usage', default: 'now()' }),
  mileagePhotos: attachment({ cn: '还车里程照片', en: 'Odometer photos, return', required: ofDriver, atNode: 'carReturn', max: 5,
    maxBytes: 20_480_000, extensions: picture, section: 'usage' }),
  tollAmount: money({ cn: '过路停车费', en: 'Tolls and parking', atNode: 'carReturn', min: 0, section: 'usage', default: '0' }),
  fuelAmount: money({ cn: '油费/电费', en: 'Fuel or charging', required: own, atNode: 'carReturn', min: 0, section: 'usage',
    default: '0' }),
  kmAllowance: calculated({ cn: '里程补贴', en: 'Mileage allowance', result: 'money', visible: ofDriver, section: 'usage',
    value: 'if carKind = "2" then round half up(actualKm * parameter("travelRule", "carPerKm"), 2) else 0' }),
  carCondition: textarea({ cn: '车况说明', en: 'Car condition', required: own, atNode: 'carReturn', max: 300, section: 'usage', span: 2,
    default: '"正常/Normal"' }),
})

export const fields = defineFields({ ...journeyHeader({ cn: '自驾派车', en: 'Company car request' }), ...applicationBearing, ...car,
  ...ride, ...usage })

const ownRules = defineRules([
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

const rules = [...headerRules, ...bearingRules(), ...ownRules, ...riskRules('PC-06', 'PC-06-middle', 'route')] as const

/** Approver at departure and return: the initiator or the driver records the times. */
const rider = both(initiator, personIn('driver'))

const flow = defineFlow([
  deptHead,
  viceGm('totalDistanceKm > 300 or carKind = "2"'),
  approve('fleetAssign', role('fleetManager'), { cn: '车队派车', en: 'Fleet assignment', manual: true, when: 'carKind = "1"' }),
  approve('carOut', rider, { cn: '出车登记', en: 'Check-out', manual: true, confirms: true }),
  approve('carReturn', rider, { cn: '还车登记', en: 'Return', manual: true, confirms: true, opinionMustContain: ['actualEndTime'] }),
  approve('fleetConfirm', role('fleetManager'), { cn: '车队确认', en: 'Fleet check', manual: true, when: 'carKind = "1"' }),
  copy('ccFinish', personIn('passengers'), { cn: '抄送', en: 'CC' }),
])

/** Request for a company car or a private car, from the request to the return. */
export const dispatchCar = defineForm({
  key: 'dispatchCar',
  cn: '自驾派车',
  en: 'Company car request',
  short: { cn: '自驾派车', en: 'Company car' },
  path: '/dispatch-car',
  prefix: 'PC',
  group: 'travel',
  icon: 'car',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'ride', cn: '行程', en: 'Trip' },
    { id: 'usage', cn: '出车与还车', en: 'Departure and return' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: [{ from: 'route.startArea', to: 'route.endArea' }, 'dispatchTime', 'reason'],
  columns: ['carKind', 'car', 'dispatchTime', 'endTime', 'totalDistanceKm', 'actualKm'],
})
