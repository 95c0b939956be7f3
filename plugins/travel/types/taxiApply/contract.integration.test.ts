import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { bearing, lessRisky, risky, suzhou, trip } from '../testing.ts'
import { businessTrip } from '../businessTrip/index.ts'
import { taxiApply } from './index.ts'

const at = (dispatchTime: string, endTime = '2026-12-02 12:00:00') => ({ dispatchTime, endTime })
const overtime = (overtimeEnd: string) => ({ taxiReason: '1', overtimeEnd })
/** A trip that begins on 1 December, 08:00. */
let tripId: string | undefined
const onTrip = (dispatchTime: string) => () => ({ ...ride(), ...at(dispatchTime), tripLink: [tripId] })

const ride = (): FormValue => ({
  ...bearing,
  taxiReason: '2',
  taxiVehicle: '1',
  reason: '去客户现场',
  ...at('2026-11-20 14:00:00', '2026-11-20 16:00:00'),
  startArea: suzhou,
  endArea: suzhou,
  pickup: '公司正门',
  roundTrip: '1',
  phone: '13800001234',
  route: [{ rowId: 'r1', from: '公司正门', to: '客户工厂', purpose: '现场支持' }],
  estimatedFare: '80.00',
})

describeForm(taxiApply, {
  by: 'quality',
  async filled(support) {
    tripId ??= await support.of(businessTrip).file('quality', trip())
    return ride()
  },
  passes: ['deptHead: yangfan'],
  edges: {
    'DC-01': { breaks: at('2026-11-20 14:00:00', '2026-11-20 14:00:00'), keeps: at('2026-11-20 14:00:00', '2026-11-20 14:00:01') },
    'DC-03': { breaks: overtime('20:59:59'), keeps: overtime('21:00:00') },
    'DC-05': { breaks: { route: [] }, keeps: {} },
    'DC-06': { breaks: { endArea: risky }, keeps: { endArea: lessRisky } },
    'DC-06-middle': { breaks: { endArea: lessRisky }, keeps: { endArea: suzhou } },
    'DC-07': { breaks: at('2026-11-19 09:59:59'), keeps: at('2026-11-19 10:00:00') },
    'DC-08': { breaks: onTrip('2026-12-01 07:59:00'), keeps: onTrip('2026-12-01 08:00:00') },
    'DC-09': { breaks: { estimatedFare: '0.00' }, keeps: { estimatedFare: '0.01' } },
    'DC-10': { breaks: { passengers: ['u-quality'] }, keeps: { passengers: ['u-yangfan'] } },
  },
  // rules after the ride
  elsewhere: ['DC-02'],
})
