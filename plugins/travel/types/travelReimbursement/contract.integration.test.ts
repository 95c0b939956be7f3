import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { beijing, claimed, fare, noInvoice, suzhou, travelClaim, trip } from '#plugins/travel/types/testing.ts'
import { businessTrip } from '#plugins/travel/types/businessTrip/index.ts'
import { travelReimbursement } from './index.ts'

const there = claimed(suzhou, beijing, ['12-01 08:00', '12-01 13:00'])
const back = claimed(beijing, suzhou, ['12-03 15:00', '12-03 20:00'])
const legs = (...tripRows: readonly FormValue[]) => ({ tripRows })
const fares = (...transportRows: readonly FormValue[]) => ({ transportRows })
const stay = (change: FormValue = {}): FormValue => ({ rowId: 'hotel-1', city: beijing, checkIn: '2026-12-01', checkOut: '2026-12-03',
  persons: ['u-quality'], amount: '800.00', ...noInvoice, ...change })
const stays = (...hotelRows: readonly FormValue[]) => ({ hotelRows })
const other = (change: FormValue = {}): FormValue => ({ rowId: 'other-1', travelItemType: '5', date: '2026-12-01', expenseDetail: '保险',
  amount: '30.00', ...noInvoice, ...change })
const others = (...otherRows: readonly FormValue[]) => ({ otherRows })
const byAir = { transport: '1', seatClass: '1' }
const flight = (distanceKm: number) => fares(fare('500.00', { ...byAir, distanceKm }))
const none = { tripRows: [], transportRows: [], hotelRows: [], otherRows: [] }

// claimed by one test after the other; each releases it
let tripId: string | undefined

describeForm(travelReimbursement, {
  by: 'quality',
  async filled(support) {
    if (tripId === undefined) {
      const trips = support.of(businessTrip)
      tripId = await trips.file('quality', trip())
      await trips.passThrough(tripId)
    }
    return travelClaim([tripId])
  },
  passes: ['deptHead: yangfan', 'accountantReview: accountant', 'financeManager: finance', 'cashier: cashier'],
  say: { cashier: { business: { payDate: '2026-11-20' } } },
  edges: {
    'CL-01': { breaks: { tripLinks: [] }, keeps: {} },
    'CL-03': { breaks: legs({ ...there, endTime: there['startTime'] }, back),
      keeps: legs({ ...there, endTime: '2026-12-01 08:00:01' }, back) },
    'CL-04': { breaks: legs(there, { ...back, startTime: '2026-12-01 12:59:59' }),
      keeps: legs(there, { ...back, startTime: '2026-12-01 13:00:00' }) },
    // the trip allowed 1000 fares + 800 hotel + 360 allowance; the allowance of the claim is 360 too
    'CL-05': { breaks: { ...stays(stay({ amount: '820.01' })) }, keeps: { ...stays(stay({ amount: '820.00' })) } },
    'CL-06': { breaks: flight(1000), keeps: flight(1001) },
    'CL-07': { breaks: fares(fare('50.00', { transport: '8' })), keeps: fares(fare('50.00', { transport: '7' })) },
    'CL-08': { breaks: stays(stay({ amount: '800.01' })), keeps: stays(stay({ amount: '800.00' })) },
    'CL-09': { breaks: none, keeps: { ...none, ...others(other()) } },
    'CL-10': {
      breaks: stays(stay({ checkOut: '2026-12-02' }), stay({ rowId: 'hotel-2', checkIn: '2026-12-01' })),
      keeps: stays(stay({ checkOut: '2026-12-02' }), stay({ rowId: 'hotel-2', checkIn: '2026-12-02' })),
    },
    'CL-11-transport': { breaks: fares(fare('500.00', { date: '2026-12-05' })), keeps: fares(fare('500.00', { date: '2026-12-04' })) },
    'CL-11-hotel': { breaks: stays(stay({ checkIn: '2026-11-30' })), keeps: stays(stay({ checkOut: '2026-12-04' })) },
    'CL-11-other': { breaks: others(other({ date: '2026-11-29' })), keeps: others(other({ date: '2026-11-30' })) },
    'CL-12': {
      breaks: legs(claimed(suzhou, beijing, ['10-19 08:00', '10-20 23:59'])),
      keeps: legs(claimed(suzhou, beijing, ['10-19 08:00', '10-21 00:00'])),
    },
    'CL-14': { breaks: { ...none, ...others(other({ amount: '0.00' })) }, keeps: { ...none, ...others(other({ amount: '0.01' })) } },
    'CL-15-transportRows': { breaks: fares(fare('0.00')), keeps: fares(fare('0.01')) },
    'CL-15-hotelRows': { breaks: stays(stay({ amount: '0.00' })), keeps: stays(stay({ amount: '0.01' })) },
    'CL-15-otherRows': { breaks: others(other({ amount: '0.00' })), keeps: others(other({ amount: '0.01' })) },
    'CL-16-transportRows': { breaks: fares(fare('9.00', { approvedAmount: '9.01' })),
      keeps: fares(fare('9.00', { approvedAmount: '9.00' })) },
    'CL-16-hotelRows': { breaks: stays(stay({ approvedAmount: '800.01' })), keeps: stays(stay({ approvedAmount: '800.00' })) },
    'CL-16-otherRows': { breaks: others(other({ approvedAmount: '30.01' })), keeps: others(other({ approvedAmount: '30.00' })) },
    'CL-17': { breaks: stays(stay({ checkOut: '2026-12-01' })), keeps: stays(stay({ checkOut: '2026-12-02' })) },
    'CL-18': { breaks: fares(fare('9.00', { refundFee: '9.01', refundReason: '客户改期' })),
      keeps: fares(fare('9.00', { refundFee: '9.00', refundReason: '客户改期' })) },
    'CL-21': { breaks: fares(fare('9.00', { ...byAir, airLevies: '9.01' })), keeps: fares(fare('9.00', { ...byAir, airLevies: '9.00' })) },
  },
  // rules for server-set rows, the payment date, and a month without a dollar rate
  elsewhere: ['CL-16-allowanceRows', 'CL-19', 'CL-20'],
})
