import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { beijing, leg, lessRisky, risky, suzhou, trip } from '../testing.ts'
import { businessTrip } from './index.ts'

const there = leg(suzhou, beijing, ['12-01 08:00', '12-01 13:00'])
const back = leg(beijing, suzhou, ['12-03 15:00', '12-03 20:00'])
const legs = (...itinerary: readonly object[]) => ({ itinerary })
const flight = (distanceKm: number, more: object = {}) => ({ ...there, transport: '1', seatClass: '1', distanceKm, ...more })

describeForm(businessTrip, {
  by: 'quality',
  filled: () => trip(),
  passes: ['deptHead: yangfan'],
  edges: {
    'CC-01': { breaks: legs({ ...there, endTime: there['startTime'] }, back),
      keeps: legs({ ...there, endTime: '2026-12-01 08:00:01' }, back) },
    'CC-02': { breaks: legs({ ...there, endTime: there['startTime'] }), keeps: legs({ ...there, endTime: '2026-12-01 08:00:01' }) },
    'CC-03': { breaks: legs(there, { ...back, startTime: '2026-12-01 12:59:59' }),
      keeps: legs(there, { ...back, startTime: '2026-12-01 13:00:00' }) },
    'CC-05': { breaks: legs(flight(1000), back), keeps: legs(flight(1001), back) },
    'CC-06': { breaks: legs({ ...there, endArea: risky }, { ...back, startArea: risky }),
      keeps: legs({ ...there, endArea: lessRisky }, { ...back, startArea: lessRisky }) },
    'CC-07': { breaks: legs({ ...there, endArea: lessRisky }, { ...back, startArea: lessRisky }), keeps: {} },
    'CC-09': { breaks: legs(), keeps: {} },
    'CC-10': { breaks: legs(there, { ...back, startArea: ['310000', '310100'] }),
      keeps: legs({ ...there, endArea: [...beijing, '110105'] }, back) },
    'CC-11': { breaks: legs({ ...there, startTime: '2026-11-16 23:00:00' }, back),
      keeps: legs({ ...there, startTime: '2026-11-17 00:00:00' }, back) },
    'CC-12': { breaks: legs({ ...there, transport: '5' }, back), keeps: legs({ ...there, transport: '4' }, back) },
    'CC-13': { breaks: legs({ ...there, endArea: suzhou }, back), keeps: {} },
    'CC-14': { breaks: legs(there, { ...back, endArea: ['310000', '310100'] }),
      keeps: { journeyWay: '1', ...legs(there, { ...back, endArea: ['310000', '310100'] }) } },
    'CC-15': { breaks: { companions: ['u-quality'] }, keeps: { companions: ['u-yangfan'] } },
    'CC-16': { breaks: { tripKind: '3', hostCompany: 'SZ' }, keeps: { tripKind: '3', hostCompany: 'DG' } },
    'CC-17': {
      breaks: { ...legs(there, { ...back, endTime: '2026-12-05 20:00:00' }), workHandover: 'u-quality' },
      keeps: { ...legs(there, { ...back, endTime: '2026-12-05 20:00:00' }), workHandover: 'u-yangfan' },
    },
    'CC-18': { breaks: { ...legs({ ...there, fare: '0.00' }, { ...back, fare: '0.00' }), estimateHotel: '0.00', estimateOther: '-720.00' },
      keeps: { estimateHotel: '0.01' } },
    'CC-19': { breaks: legs({ ...there, endArea: ['JP'] }, { ...back, startArea: ['JP'] }),
      keeps: { tripScope: '2', ...legs({ ...there, endArea: ['JP'] }, { ...back, startArea: ['JP'] }) } },
  },
})
