import type { FormValue } from '#kernel/values/value.ts'
import { type DemoStory, type StoryMove, before, commented, copiedTo, costCenterId, dayFrom, transferred,
  voided } from '#plugins/demo/server/public-api.ts'

const suzhou = ['320000', '320500']
const dongguan = ['440000', '441900']

/** Destinations of trips: area, kind of trip, one-way fare, purpose. */
const places = {
  beijing: { area: ['110000', '110100'], kind: '2', fare: '523.50', reason: '与供应商确认来料改善方案并复验样品' },
  shanghai: { area: ['310000', '310100'], kind: '4', fare: '39.50', reason: '参加电子展，了解新器件与竞品' },
  shenzhen: { area: ['440000', '440300'], kind: '2', fare: '780.00', reason: '模具厂试模与样件确认' },
  dongguan: { area: dongguan, kind: '3', fare: '760.00', reason: '东莞工厂新线导入支持' },
  suzhou: { area: suzhou, kind: '3', fare: '760.00', reason: '苏州总部季度质量会议' },
  chengdu: { area: ['510000', '510100'], kind: '5', fare: '1120.00', reason: '质量体系内审员培训' },
  hangzhou: { area: ['330000', '330100'], kind: '2', fare: '128.00', reason: '客户现场调试与样机交付' },
  wuhan: { area: ['420000', '420100'], kind: '4', fare: '328.50', reason: '光电展参展与客户拜访' },
  xian: { area: ['610000', '610100'], kind: '2', fare: '668.00', reason: '高校联合项目中期评审' },
  munich: { area: ['DE'], kind: '4', fare: '6850.00', reason: '慕尼黑电子展与欧洲客户拜访' },
  tokyo: { area: ['JP'], kind: '4', fare: '2300.00', reason: '日本客户年度技术交流与展会' },
} as const

/** Domestic destinations. */
export const destinations = (Object.keys(places) as (keyof typeof places)[]).filter((place) => place !== 'tokyo' && place !== 'munich')

export interface TripPlan {
  readonly name: string
  /** User name of the traveller. */
  readonly by: string
  readonly department: string
  readonly bearing: string
  readonly to: keyof typeof places
  /** First day in days from the present; negative in the past. */
  readonly starts: number
  readonly days: number
  readonly companions?: readonly string[]
  readonly ends: DemoStory['ends']
  readonly waitsAt?: string | undefined
}

/**
 * `name | traveller | department | bearing department | destination | first day | days | final state | companions | node where it waits`
 */
const table = `
t27 | songtao | sz-hardware | sz-rd | hangzhou | -330 | 2 | completed
t1 | quality | sz-quality | sz-quality | beijing | -300 | 3 | completed
t28 | yangfan | sz-quality | sz-quality | dongguan | -285 | 4 | completed
t2 | sales | sz-sales | sz-sales | shanghai | -270 | 2 | completed | jiangyi
t29 | dongmei | sz-purchase | sz-purchase | shenzhen | -255 | 2 | completed
t3 | employee | sz-hardware | sz-rd | shenzhen | -240 | 4 | completed | songtao
t4 | buyer | sz-purchase | sz-purchase | shenzhen | -210 | 3 | completed
t30 | suming | dg-engineering | dg-engineering | suzhou | -203 | 3 | completed
t31 | xulei | sz-domestic | sz-sales | wuhan | -194 | 2 | completed
t5 | pmc | dg-pmc | dg-pmc | suzhou | -180 | 3 | completed
t32 | pengyu | sz-rd | sz-rd | xian | -168 | 3 | completed
t33 | luxiao | dg-engineering | dg-engineering | shenzhen | -157 | 1 | completed
t6 | quality | sz-quality | sz-quality | dongguan | -150 | 5 | completed | employee
t34 | sales | sz-sales | sz-sales | munich | -132 | 6 | completed
t7 | dengkai | sz-software | sz-rd | beijing | -120 | 3 | completed
t35 | zengyan | dg-pmc | dg-pmc | suzhou | -114 | 2 | completed
t22 | tianye | sz-software | sz-rd | shanghai | -110 | 1 | revoked
t8 | jiangyi | sz-export | sz-sales | tokyo | -100 | 5 | completed | sales
t36 | panxin | sz-structure | sz-rd | shenzhen | -96 | 3 | completed
t19 | panxin | sz-structure | sz-rd | beijing | -90 | 2 | refused
t37 | weichen | sz-it | sz-it | dongguan | -85 | 4 | completed
t9 | liuyang | dg-engineering | dg-engineering | suzhou | -80 | 2 | completed
t10 | it | sz-it | sz-it | chengdu | -70 | 3 | completed
t38 | tianye | sz-software | sz-rd | beijing | -65 | 2 | completed
t20 | xulei | sz-domestic | sz-sales | chengdu | -60 | 3 | refused
t11 | quality | sz-quality | sz-quality | shanghai | -55 | 1 | completed
t42 | linfang | sz-hr | sz-hr | chengdu | -50 | 2 | revoked
t12 | employee | sz-hardware | sz-rd | dongguan | -45 | 3 | completed
t39 | quality | sz-quality | sz-quality | wuhan | -38 | 2 | completed
t13 | buyer | sz-purchase | sz-purchase | chengdu | -25 | 2 | completed
t21 | songtao | sz-hardware | sz-rd | shenzhen | -22 | 2 | completed
t14 | quality | sz-quality | sz-quality | beijing | -18 | 3 | completed
t15 | employee | sz-hardware | sz-rd | beijing | -12 | 3 | completed | songtao
t16 | sales | sz-sales | sz-sales | shenzhen | -10 | 2 | completed
t17 | employee | sz-hardware | sz-rd | shanghai | 1 | 2 | completed
t18 | quality | sz-quality | sz-quality | shenzhen | 9 | 3 | completed | employee
t23 | employee | sz-hardware | sz-rd | dongguan | 14 | 3 | running | songtao | deptHead
t24 | quality | sz-quality | sz-quality | tokyo | 20 | 4 | running | | generalManager
t25 | gujia | sz-structure | sz-rd | beijing | 11 | 5 | running | | viceGm
t26 | pengyu | sz-rd | sz-rd | xian | 8 | 2 | running
t40 | yuanbin | sz-software | sz-rd | shanghai | 7 | 2 | running | | bearingDeptHead
t41 | it | sz-it | sz-it | dongguan | 10 | 2 | running | | generalManager
`

/** Later actions on some of them, by name. */
const afterwards: Readonly<Record<string, readonly StoryMove[]>> = {
  t15: [commented('employee', '供应商已安排复验，样品随行带回', ['head']), commented('songtao', '复验记录我来整理')],
  t18: [voided('模具厂改期，行程取消')],
  t23: [transferred('head', '本周外出，请代为审批')],
  t24: [copiedTo(['head', 'buyer', 'sales'], '行程供参考')],
}

export const tripPlans: readonly TripPlan[] = table.trim().split('\n').map((line) => planOf(line.split('|').map((cell) => cell.trim())))

function planOf(cells: readonly string[]): TripPlan {
  const cell = (index: number) => cells[index] ?? ''
  return {
    name: cell(0),
    by: cell(1),
    department: cell(2),
    bearing: cell(3),
    to: cell(4) as TripPlan['to'],
    starts: Number(cell(5)),
    days: Number(cell(6)),
    ends: cell(7) as TripPlan['ends'],
    companions: cell(8).split(' ').filter(Boolean),
    waitsAt: cell(9) || undefined,
  }
}

/** Forty-two trips over a year; some of the last are still to come, some in approval. */
export const trips = (anchor: Date): readonly DemoStory[] =>
  tripPlans.map((plan): DemoStory => ({
    ...tripStory(plan, anchor),
    ...(afterwards[plan.name] && { moves: afterwards[plan.name] }),
    ...(isAbroad(plan) && { files: { attachmentList: ['邀请函.pdf', '日程.docx'] } }),
  }))

/** DemoStory of a trip request, filed before its first day. */
export const tripStory = (plan: TripPlan, anchor: Date): DemoStory => ({
  type: 'businessTrip',
  name: plan.name,
  by: plan.by,
  at: before(anchor, filedDaysAgo(plan), 10 + (plan.days % 5)),
  ends: plan.ends,
  ...(plan.waitsAt !== undefined && { waitsAt: plan.waitsAt }),
  value: () => valueOf(plan, anchor),
})

/** Days since filing: about a week before the trip; those in approval were filed recently. */
const filedDaysAgo = ({ starts, ends }: TripPlan): number => Math.max(ends === 'running' ? 2 : 5, 6 - starts)

const isAbroad = ({ to }: TripPlan): boolean => to === 'tokyo' || to === 'munich'

function valueOf(plan: TripPlan, anchor: Date): FormValue {
  const { by, department, bearing, to, days, companions = [] } = plan
  const { kind, reason } = places[to]
  const hotel = (days - 1) * (companions.length + 1) * (isAbroad(plan) ? 850 : 320)
  return {
    applicantDept: department,
    bearingDept: bearing,
    costCenter: costCenterId(bearing),
    currencyType: 'CNY',
    tripKind: kind,
    tripScope: isAbroad(plan) ? '2' : '1',
    journeyWay: '2',
    reason,
    companions: companions.map((person) => `u-${person}`),
    ...(kind === '3' && { hostCompany: isOfDongguan(plan) ? 'SZ' : 'DG' }),
    itinerary: itineraryOf(plan, anchor),
    estimateHotel: hotel.toFixed(2),
    estimateOther: '100.00',
    ...(days >= 5 && { workHandover: handovers[by] ?? 'u-yangfan' }),
    overBudgetExplanation: '客户与供应商要求的行程，后续月份压缩',
  }
}

/** Itinerary: outbound on the first morning, back on the last evening. */
function itineraryOf(plan: TripPlan, anchor: Date): readonly FormValue[] {
  const { to, starts, days } = plan
  const { area, fare } = places[to]
  const home = isOfDongguan(plan) ? dongguan : suzhou
  const [first, last] = [dayFrom(anchor, starts), dayFrom(anchor, starts + days - 1)]
  const transport = isAbroad(plan)
    ? { transport: '1', seatClass: '1', distanceKm: to === 'munich' ? 8800 : 1760 }
    : { transport: '2', seatClass: '3' }
  return [
    { rowId: 'there', startArea: home, endArea: [...area], startTime: `${first} 08:10:00`, endTime: `${first} 12:40:00`, fare,
      ...transport },
    { rowId: 'back', startArea: [...area], endArea: home, startTime: `${last} 16:20:00`, endTime: `${last} 20:50:00`, fare, ...transport },
  ]
}

const isOfDongguan = ({ department }: TripPlan): boolean => department.startsWith('dg-')

const handovers: Readonly<Record<string, string>> = { jiangyi: 'u-xulei', gujia: 'u-panxin', sales: 'u-xulei' }
