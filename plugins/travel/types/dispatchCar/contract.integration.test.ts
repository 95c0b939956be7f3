import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { bearing, lessRisky, risky, shanghai, suzhou } from '../testing.ts'
import { dispatchCar } from './index.ts'

const route = (endArea: readonly string[]) => ({
  route: [{ rowId: 'r1', startArea: suzhou, endArea, address: '客户工厂', distanceKm: 100 }],
})
const at = (dispatchTime: string, endTime = '2026-12-02 18:00:00') => ({ dispatchTime, endTime })

const dispatch: FormValue = {
  ...bearing,
  carKind: '1',
  driver: 'u-quality',
  reason: '送样到客户',
  ...at('2026-11-23 08:00:00', '2026-11-23 18:00:00'),
  pickup: '公司车库',
  ...route(shanghai),
  passengers: [],
}

describeForm(dispatchCar, {
  by: 'quality',
  filled: () => dispatch,
  passes: ['deptHead: yangfan', 'fleetAssign: linfang', 'carOut: quality', 'carReturn: quality', 'fleetConfirm: linfang'],
  say: {
    fleetAssign: { business: { car: '苏EH6606' } },
    carOut: { business: { startMileage: '1000.0' } },
    carReturn: {
      business: { endMileage: '1120.5', actualEndTime: '2026-11-23 17:00:00', tollAmount: '35.00', fuelAmount: '0.00',
        carCondition: '正常' },
      comment: '还车时间 2026-11-23 17:00，车况正常',
    },
  },
  edges: {
    'PC-01': { breaks: at('2026-11-23 08:00:00', '2026-11-23 08:00:00'), keeps: at('2026-11-23 08:00:00', '2026-11-23 08:00:01') },
    'PC-06': { breaks: route(risky), keeps: route(lessRisky) },
    'PC-06-middle': { breaks: route(lessRisky), keeps: route(suzhou) },
    'PC-07': { breaks: { carKind: '2', plateNo: '苏E12345' }, keeps: { carKind: '2', plateNo: '苏E12345', insuranceConfirmed: true } },
    'PC-09': { breaks: at('2026-11-19 09:59:59'), keeps: at('2026-11-19 10:00:00') },
  },
  // rules at the fleet's node, and at departure and return
  elsewhere: ['PC-02', 'PC-04', 'PC-05', 'PC-08', 'PC-10'],
})
