import type { FormValue } from '#kernel/values/value.ts'
import type { Story } from '../stories/story.ts'
import { travelClaims } from './claims.ts'
import { trips } from './trips.ts'
import { cells } from '../general/cells.ts'
import { costCenterId } from '../masters/cost-centers.ts'
import { atWorkAfter, before, dayFrom } from '../stories/clock.ts'

/** Trips over a year with their claims, taxis and cars. */
export const travelStories = (anchor: Date): readonly Story[] => [...trips(anchor), ...travelClaims(anchor), ...rides(anchor)]

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
  readonly ends: Story['ends']
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
const rides = (anchor: Date): readonly Story[] => [
  ...ridesOf(taxis).map((ride, index): Story => ({
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
  ...ridesOf(cars).map((ride, index): Story => carRide(anchor, ride, index)),
]

/** Date of the ride: the working day after the application. */
const dayOf = (anchor: Date, { day }: Ride): string => dayFrom(atWorkAfter(before(anchor, -day, 17), 8), 0)

function carRide(anchor: Date, ride: Ride, index: number): Story {
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
