import type { FormValue } from '#kernel/values/value.ts'
import { splitName } from '#kernel/wording/names.ts'
import { type TripPlan, tripPlans, trips } from './trips.ts'
import { type Before, type DemoStory, atWorkAfter, before, cardNumber, cells, chance, costCenterId, dayFrom,
  people } from '#plugins/demo/server/public-api.ts'

interface DemoTravelClaim {
  /** Name of the claimed trip. */
  readonly of: string
  /** Number of days after the end of the trip. */
  readonly after: number
  readonly ends: DemoStory['ends']
  readonly waitsAt?: string
  /** The hotel exceeded the standard. */
  readonly isOver?: true
}

/** Claims of trips. The trip t15 to Beijing is not claimed yet; refused and voided claims are filed again. */
const claims: readonly DemoTravelClaim[] = [
  { of: 't27', after: 5, ends: 'completed' },
  { of: 't1', after: 6, ends: 'completed' },
  { of: 't28', after: 7, ends: 'completed' },
  { of: 't2', after: 8, ends: 'completed' },
  { of: 't29', after: 4, ends: 'voided' },
  { of: 't29', after: 13, ends: 'completed' },
  { of: 't3', after: 40, ends: 'completed' },
  { of: 't4', after: 5, ends: 'completed', isOver: true },
  { of: 't30', after: 6, ends: 'completed' },
  { of: 't31', after: 5, ends: 'completed' },
  { of: 't5', after: 7, ends: 'completed' },
  { of: 't32', after: 6, ends: 'completed' },
  { of: 't33', after: 4, ends: 'completed' },
  { of: 't6', after: 9, ends: 'completed' },
  { of: 't34', after: 10, ends: 'completed', isOver: true },
  { of: 't7', after: 4, ends: 'revoked' },
  { of: 't7', after: 11, ends: 'completed' },
  { of: 't35', after: 5, ends: 'completed' },
  { of: 't8', after: 12, ends: 'completed' },
  { of: 't36', after: 6, ends: 'completed' },
  { of: 't37', after: 7, ends: 'completed' },
  { of: 't9', after: 6, ends: 'refused' },
  { of: 't9', after: 15, ends: 'completed' },
  { of: 't10', after: 5, ends: 'refused' },
  { of: 't10', after: 14, ends: 'completed' },
  { of: 't38', after: 8, ends: 'completed' },
  { of: 't11', after: 5, ends: 'completed' },
  { of: 't16', after: 3, ends: 'revoked' },
  { of: 't12', after: 38, ends: 'running', waitsAt: 'accountantReview' },
  { of: 't39', after: 33, ends: 'running', waitsAt: 'accountantReview' },
  { of: 't21', after: 17, ends: 'running', waitsAt: 'bearingDeptHead' },
  { of: 't13', after: 18, ends: 'running', waitsAt: 'accountantReview', isOver: true },
  { of: 't14', after: 11, ends: 'running', waitsAt: 'financeManager' },
  { of: 't16', after: 6, ends: 'running', waitsAt: 'accountantReview' },
]

/** Travel claims: on time and late, within and above the standard, paid and in approval. */
const travelClaims = (anchor: Date): readonly DemoStory[] =>
  claims.map((claim): DemoStory => {
    const plan = tripPlans.find(({ name }) => name === claim.of)!
    return { ...travelClaim(claim, plan, anchor),
      files: { attachmentList: plan.days > 2 ? ['车票与住宿票据.zip', '出差总结.docx'] : ['车票.pdf'] } }
  })

/** DemoStory of a travel claim, filed a number of days after the trip. */
export const travelClaim = (claim: DemoTravelClaim, plan: TripPlan, anchor: Date): DemoStory => ({
  type: 'travelReimbursement',
  by: plan.by,
  at: before(anchor, Math.max(0, -(plan.starts + plan.days - 1 + claim.after)), 11),
  ends: claim.ends,
  ...(claim.waitsAt === undefined && { passes: claim.ends === 'revoked' ? 0 : 1 }),
  ...(claim.waitsAt !== undefined && { waitsAt: claim.waitsAt }),
  ...(ends[claim.ends] !== undefined && { because: ends[claim.ends] }),
  say: { accountantReview: { comment: '票据齐全，同意' } },
  value: (earlier) => valueOf(claim, plan, { anchor, earlier }),
})

const ends: Readonly<Record<string, string>> = { refused: '出差总结过于简略，请补充后重新提交', revoked: '漏填返程票据，撤回重填',
  voided: '与同行人重复报销，作废' }

function valueOf({ of, isOver }: DemoTravelClaim, { by, starts, days, companions = [] }: TripPlan,
  { anchor, earlier }: { anchor: Date; earlier: Before }): FormValue {
  const trip = earlier(of)
  const { applicantDept, bearingDept, costCenter } = trip.value
  const [out] = trip.value['itinerary'] as readonly FormValue[]
  const everyone = [by, ...companions].map((person) => `u-${person}`)
  const rate = isOver ? 620 : 240
  const nights = days - 1
  return {
    applicantDept,
    bearingDept,
    costCenter,
    currencyType: 'CNY',
    tripLinks: [trip.id],
    tripReport: '按计划完成出差任务，会议结论与后续事项已抄送相关部门跟进。',
    // legs and fares are prefilled from the trip
    hotelRows: nights > 0 ?
      everyone.map((person, index) => ({
        rowId: `hotel-${index}`,
        city: out?.['endArea'],
        checkIn: dayFrom(anchor, starts),
        checkOut: dayFrom(anchor, starts + nights),
        persons: [person],
        amount: (nights * rate).toFixed(2),
        ...noInvoice,
      })) :
      [],
    transportRows: everyone.flatMap((traveler, index) =>
      (trip.value['itinerary'] as readonly FormValue[]).filter(({ transport }) => transport !== '1').map((leg) => ({
        rowId: `${String(leg['rowId'])}-${index}`,
        traveler,
        date: String(leg['startTime']).slice(0, 10),
        transport: leg['transport'],
        seatClass: leg['seatClass'],
        startCity: leg['startArea'],
        endCity: leg['endArea'],
        amount: leg['fare'],
        ...noInvoice,
      }))
    ),
    otherRows: [{ rowId: 'other', travelItemType: '6', date: dayFrom(anchor, starts), expenseDetail: '流量与通讯', amount: '30.00',
      ...noInvoice }],
    proceedsType: '3',
    payeeLines: [{ proceedsName: splitName(people.find(({ userName }) => userName === by)?.name).cn,
      proceedsAccount: cardNumber(chance(`card-${by}-pay`).next), proceedsAccountType: '2', bankName: '招商银行' }],
    writeOffFlag: '0',
    overdueExplanation: '票据寄回较晚，补交报销',
    overStandardExplanation: '展会期间协议酒店满房',
    excessExplanation: '会议延长一天，费用略超',
    overBudgetExplanation: '集中出差，后续月份压缩',
  }
}

const noInvoice = { invoiceType: '4', noInvoiceReason: '电子票据随后补传' }

/** Trips over a year with their claims, taxis and cars. */
export const travelStories = (anchor: Date): readonly DemoStory[] => [...trips(anchor), ...travelClaims(anchor), ...rides(anchor)]

const suzhou = ['320000', '320500']

const shanghai = ['310000', '310100']

/** `initiator | department | bearing department | days from the present | final state | kind | reason | node where it waits` */
const taxis = `
quality | sz-quality | sz-quality | -160 | completed | 4 | 高铁站接审核老师
employee | sz-hardware | sz-rd | -110 | completed | 1 | 样机联调加班
sales | sz-sales | sz-sales | -90 | completed | 3 | 接送来访客户
buyer | sz-purchase | sz-purchase | -60 | completed | 2 | 去供应商处取样
employee | sz-hardware | sz-rd | -30 | completed | 2 | 去检测机构送样
quality | sz-quality | sz-quality | -9 | completed | 2 | 去客户现场
xulei | sz-domestic | sz-sales | -70 | refused | 9 | 外出办事
quality | sz-quality | sz-quality | -2 | completed | 4 | 去虹桥机场
jiangyi | sz-export | sz-sales | -140 | completed | 3 | 接送越南客户
pmc | dg-pmc | dg-pmc | -120 | completed | 2 | 去供应商处催料
dengkai | sz-software | sz-rd | -80 | completed | 1 | 版本上线加班
buyer | sz-purchase | sz-purchase | -45 | completed | 2 | 去模具厂看样
it | sz-it | sz-it | -20 | completed | 1 | 机房割接加班
employee | sz-hardware | sz-rd | -1 | running | 3 | 送客户去酒店 | bearingDeptHead
`

const cars = `
quality | sz-quality | sz-quality | -130 | completed | 1 | 送检样品到上海
linfang | sz-hr | sz-hr | -75 | completed | 1 | 行政物资采购
buyer | sz-purchase | sz-purchase | -40 | completed | 1 | 走访昆山供应商
employee | sz-hardware | sz-rd | -20 | completed | 1 | 样机送客户试用
sales | sz-sales | sz-sales | -50 | revoked | 1 | 客户拜访
xulei | sz-domestic | sz-sales | -35 | voided | 1 | 送样到无锡
quality | sz-quality | sz-quality | -1 | running | 1 | 客户现场支持 | fleetAssign
cashier | sz-finance | sz-finance | -1 | running | 1 | 去银行办理业务 | deptHead
`

/** Taxi destinations by a word in the reason. */
const destinations: readonly (readonly [word: string, place: string])[] = [['机场', '虹桥机场'], ['高铁站', '苏州北站'], ['酒店',
  '园区洲际酒店'], ['接送', '苏州北站'], ['供应商', '供应商工厂'], ['检测机构', '检测中心'], ['模具厂', '模具厂'], ['客户现场', '客户工厂'],
  ['加班', '湖东公寓']]

const destinationOf = ({ reason }: Ride): string => destinations.find(([word]) => reason.includes(word))?.[1] ?? '园区行政中心'

interface Ride {
  readonly by: string
  readonly department: string
  readonly bearing: string
  readonly day: number
  readonly ends: DemoStory['ends']
  readonly kind: string
  readonly reason: string
  readonly waitsAt?: string
}

const ridesOf = (table: string): readonly Ride[] =>
  table.trim().split('\n').map((line) => {
    const [by, department, bearing, day, ends, kind, reason, waitsAt] = cells(line, 8)
    return { by, department, bearing, day: Number(day), ends: ends as Ride['ends'], kind, reason, ...(waitsAt !== '' && { waitsAt }) }
  })

const bearingOf = ({ department, bearing }: Ride): FormValue => ({ applicantDept: department, bearingDept: bearing,
  costCenter: costCenterId(bearing) })

/** Taxis and cars over a year. */
const rides = (anchor: Date): readonly DemoStory[] => [
  ...ridesOf(taxis).map((ride, index): DemoStory => ({
    type: 'taxiApply',
    name: `taxi ${index}`,
    by: ride.by,
    at: before(anchor, -ride.day, 9),
    ends: ride.ends,
    ...(ride.waitsAt !== undefined && { waitsAt: ride.waitsAt }),
    value: () => ({
      ...bearingOf(ride),
      taxiReason: ride.kind,
      taxiVehicle: '1',
      reason: ride.reason,
      overtimeEnd: '21:30:00',
      dispatchTime: `${dayOf(anchor, ride)} 14:00:00`,
      endTime: `${dayOf(anchor, ride)} 16:00:00`,
      startArea: suzhou,
      endArea: index % 3 === 0 ? shanghai : suzhou,
      pickup: '公司正门',
      roundTrip: '1',
      phone: `1380000${String(1000 + index)}`,
      route: [{ rowId: 'r1', from: '公司正门', to: destinationOf(ride), purpose: ride.reason }],
      estimatedFare: String(60 + index * 23),
    }),
  })),
  ...ridesOf(cars).map((ride, index): DemoStory => carRide(anchor, ride, index)),
]

/** Date of the ride: the working day after the application. */
const dayOf = (anchor: Date, { day }: Ride): string => dayFrom(atWorkAfter(before(anchor, -day, 17), 8), 0)

function carRide(anchor: Date, ride: Ride, index: number): DemoStory {
  const day = dayOf(anchor, ride)
  const moment = (clock: string) => new Date(`${day}T${clock}+08:00`)
  const start = 12_000 + index * 900
  return {
    type: 'dispatchCar',
    by: ride.by,
    at: before(anchor, -ride.day, 9),
    ends: ride.ends,
    ...(ride.waitsAt !== undefined && { waitsAt: ride.waitsAt }),
    value: () => ({
      ...bearingOf(ride),
      carKind: ride.kind,
      driver: `u-${ride.by}`,
      reason: ride.reason,
      dispatchTime: `${day} 08:30:00`,
      endTime: `${day} 18:00:00`,
      pickup: '公司车库',
      route: [{ rowId: 'r1', startArea: suzhou, endArea: shanghai, address: '客户工厂', distanceKm: 95 }, { rowId: 'r2',
        startArea: shanghai, endArea: suzhou, address: '公司', distanceKm: 95 }],
    }),
    say: {
      fleetAssign: { comment: '已安排车辆', fill: () => ({ car: ['苏EH6606', '苏EH6618'][index % 2] }) },
      carOut: { notBefore: moment('08:35:00'), fill: () => ({ startMileage: start.toFixed(1) }) },
      carReturn: { notBefore: moment('17:40:00'), comment: `【还车时间：${day} 17:30】`,
        fill: () => ({ endMileage: (start + 192.5).toFixed(1), actualEndTime: `${day} 17:30:00`, tollAmount: '46.00', fuelAmount: '0.00',
          carCondition: '正常' }) },
      fleetConfirm: { comment: '车况正常' },
    },
  }
}
