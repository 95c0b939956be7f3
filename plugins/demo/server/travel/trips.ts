import type { FormValue } from '../../../../src/kernel/value.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { before, dayFrom, type Story } from '../stories/tell.ts'

const suzhou = ['320000', '320500']
const dongguan = ['440000', '441900']

/** Where trips lead: area, kind of trip, fare each way, purpose. */
const places = {
  beijing: { area: ['110000', '110100'], kind: '2', fare: '523.50', reason: '与供应商确认来料改善方案并复验样品' },
  shanghai: { area: ['310000', '310100'], kind: '4', fare: '39.50', reason: '参加电子展，了解新器件与竞品' },
  shenzhen: { area: ['440000', '440300'], kind: '2', fare: '780.00', reason: '模具厂试模与样件确认' },
  dongguan: { area: dongguan, kind: '3', fare: '760.00', reason: '东莞工厂新线导入支持' },
  suzhou: { area: suzhou, kind: '3', fare: '760.00', reason: '苏州总部季度质量会议' },
  chengdu: { area: ['510000', '510100'], kind: '5', fare: '1120.00', reason: '质量体系内审员培训' },
  tokyo: { area: ['JP'], kind: '4', fare: '2300.00', reason: '日本客户年度技术交流与展会' },
} as const

export interface TripPlan {
  readonly name: string
  /** Who travels, by user name, and with whom. */
  readonly by: string
  readonly department: string
  readonly bearing: string
  readonly to: keyof typeof places
  /** Days from the present to the first day; past ones are below 0. */
  readonly starts: number
  readonly days: number
  readonly companions?: readonly string[]
  readonly ends: Story['ends']
  readonly waitsAt?: string | undefined
}

/** `name | who | department | bearing | where | first day | days | what becomes of it | with whom or where it waits` */
const table = `
t1 | quality | sz-quality | sz-quality | beijing | -300 | 3 | completed
t2 | sales | sz-sales | sz-sales | shanghai | -270 | 2 | completed | jiangyi
t3 | employee | sz-hardware | sz-rd | shenzhen | -240 | 4 | completed | songtao
t4 | buyer | sz-purchase | sz-purchase | shenzhen | -210 | 3 | completed
t5 | pmc | dg-pmc | dg-pmc | suzhou | -180 | 3 | completed
t6 | quality | sz-quality | sz-quality | dongguan | -150 | 5 | completed | employee
t7 | dengkai | sz-software | sz-rd | beijing | -120 | 3 | completed
t8 | jiangyi | sz-export | sz-sales | tokyo | -100 | 5 | completed | sales
t9 | liuyang | dg-engineering | dg-engineering | suzhou | -80 | 2 | completed
t10 | it | sz-it | sz-it | chengdu | -70 | 3 | completed
t11 | quality | sz-quality | sz-quality | shanghai | -55 | 1 | completed
t12 | employee | sz-hardware | sz-rd | dongguan | -45 | 3 | completed
t13 | buyer | sz-purchase | sz-purchase | chengdu | -25 | 2 | completed
t14 | quality | sz-quality | sz-quality | beijing | -18 | 3 | completed
t15 | employee | sz-hardware | sz-rd | beijing | -12 | 3 | completed | songtao
t16 | sales | sz-sales | sz-sales | shenzhen | -10 | 2 | completed
t17 | employee | sz-hardware | sz-rd | shanghai | 6 | 2 | completed
t18 | quality | sz-quality | sz-quality | shenzhen | 9 | 3 | completed
t19 | panxin | sz-structure | sz-rd | beijing | -90 | 2 | refused
t20 | xulei | sz-domestic | sz-sales | chengdu | -60 | 3 | refused
t21 | songtao | sz-hardware | sz-rd | shenzhen | -140 | 2 | voided
t22 | tianye | sz-software | sz-rd | shanghai | -110 | 1 | revoked
t23 | employee | sz-hardware | sz-rd | dongguan | 14 | 3 | running | songtao | deptHead
t24 | quality | sz-quality | sz-quality | tokyo | 20 | 4 | running | | generalManager
t25 | gujia | sz-structure | sz-rd | beijing | 11 | 5 | running | | viceGm
t26 | caijun | dg-smt | dg-production | suzhou | 8 | 2 | running
`

export const tripPlans: readonly TripPlan[] = table.trim().split('\n').map((line) => planOf(line.split('|').map((cell) => cell.trim())))

function planOf(cells: readonly string[]): TripPlan {
  const cell = (index: number) => cells[index] ?? ''
  return {
    name: cell(0), by: cell(1), department: cell(2), bearing: cell(3), to: cell(4) as TripPlan['to'], starts: Number(cell(5)), days: Number(cell(6)), ends: cell(7) as TripPlan['ends'],
    companions: cell(8).split(' ').filter(Boolean), waitsAt: cell(9) || undefined,
  }
}

/** Twenty-six trips over a year; of the last ones some are still to come and some wait. */
export const trips = (anchor: Date): readonly Story[] => tripPlans.map((plan): Story => ({
  type: 'businessTrip', name: plan.name, by: plan.by, at: before(anchor, Math.max(1, 6 - plan.starts), 10), ends: plan.ends, waitsAt: plan.waitsAt,
  value: () => valueOf(plan, anchor),
}))

function valueOf(plan: TripPlan, anchor: Date): FormValue {
  const { by, department, bearing, to, days, companions = [] } = plan
  const { kind, reason } = places[to]
  const isAbroad = to === 'tokyo'
  const hotel = (days - 1) * (companions.length + 1) * (isAbroad ? 850 : 320)
  return {
    applicantDept: department, bearingDept: bearing, costCenter: costCenterId(bearing), currencyType: 'CNY', tripKind: kind, tripScope: isAbroad ? '2' : '1', journeyWay: '2', reason,
    companions: companions.map((person) => `u-${person}`), ...(kind === '3' && { hostCompany: isOfDongguan(plan) ? 'SZ' : 'DG' }), itinerary: itineraryOf(plan, anchor),
    estimateHotel: hotel.toFixed(2), estimateOther: '100.00', ...(days >= 5 && { workHandover: handovers[by] ?? 'u-yangfan' }),
    overBudgetExplanation: '客户与供应商要求的行程，后续月份压缩',
  }
}

/** There on the first morning, back on the last evening. */
function itineraryOf(plan: TripPlan, anchor: Date): readonly FormValue[] {
  const { to, starts, days } = plan
  const { area, fare } = places[to]
  const home = isOfDongguan(plan) ? dongguan : suzhou
  const [first, last] = [dayFrom(anchor, starts), dayFrom(anchor, starts + days - 1)]
  const way = to === 'tokyo' ? { transport: '1', seatClass: '1', distanceKm: 1760 } : { transport: '2', seatClass: '3' }
  return [
    { rowId: 'there', startArea: home, endArea: [...area], startTime: `${first} 08:10:00`, endTime: `${first} 12:40:00`, fare, ...way },
    { rowId: 'back', startArea: [...area], endArea: home, startTime: `${last} 16:20:00`, endTime: `${last} 20:50:00`, fare, ...way },
  ]
}

const isOfDongguan = ({ department }: TripPlan): boolean => department.startsWith('dg-')

const handovers: Readonly<Record<string, string>> = { jiangyi: 'u-xulei', gujia: 'u-panxin' }
