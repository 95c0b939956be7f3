import type { FormValue } from '../../../../src/kernel/value.ts'
import { costCenterId } from '../../../demo/server/masters/cost-centers.ts'

export const suzhou = ['320000', '320500']
export const beijing = ['110000', '110100']
export const shanghai = ['310000', '310100']
export const dongguan = ['440000', '441900']
/** An area of high risk in the demo company, and one of middle risk. */
export const risky = ['530000', '532800']
export const lessRisky = ['450000', '450600']

/** Who bears the cost of what the quality engineer files. */
export const bearing = { applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: costCenterId('sz-quality') }

/** A leg by train, as it is typed in. */
export const leg = (startArea: readonly string[], endArea: readonly string[], times: readonly [string, string], more: FormValue = {}): FormValue => ({
  rowId: `leg-${times[0]}`, startArea, endArea, startTime: `2026-${times[0]}:00`, endTime: `2026-${times[1]}:00`, transport: '2', seatClass: '3', fare: '500.00', ...more,
})

/** Three days in Beijing. */
export const trip = (change: FormValue = {}): FormValue => ({
  ...bearing, tripKind: '2', tripScope: '1', journeyWay: '2', reason: '与供应商确认来料改善方案', currencyType: 'CNY',
  itinerary: [leg(suzhou, beijing, ['12-01 08:00', '12-01 13:00']), leg(beijing, suzhou, ['12-03 15:00', '12-03 20:00'])],
  estimateHotel: '800.00', estimateOther: '0.00', ...change,
})
