import type { FormValue } from '#kernel/values/value.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'

export const suzhou = ['320000', '320500']
export const beijing = ['110000', '110100']
export const shanghai = ['310000', '310100']
/** A high-risk and a middle-risk area of the demo company. */
export const risky = ['530000', '532800']
export const lessRisky = ['450000', '450600']

/** Bearing fields of documents filed by the quality engineer. */
export const bearing = { applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: costCenterId('sz-quality') }

/** A leg by train, as entered. */
export const leg = (startArea: readonly string[], endArea: readonly string[], times: readonly [string, string],
  more: FormValue = {}): FormValue => ({
    rowId: `leg-${times[0]}`,
    startArea,
    endArea,
    startTime: `2026-${times[0]}:00`,
    endTime: `2026-${times[1]}:00`,
    transport: '2',
    seatClass: '3',
    fare: '500.00',
    ...more,
  })

/** Trip request: three days in Beijing. */
export const trip = (change: FormValue = {}): FormValue => ({
  ...bearing,
  tripKind: '2',
  tripScope: '1',
  journeyWay: '2',
  reason: '与供应商确认来料改善方案',
  currencyType: 'CNY',
  itinerary: [leg(suzhou, beijing, ['12-01 08:00', '12-01 13:00']), leg(beijing, suzhou, ['12-03 15:00', '12-03 20:00'])],
  estimateHotel: '800.00',
  estimateOther: '0.00',
  ...change,
})

/** A row of fare by train, without an invoice. */
export const fare = (amount: string, change: FormValue = {}): FormValue => ({
  rowId: `fare-${amount}`,
  traveler: 'u-quality',
  date: '2026-12-01',
  transport: '2',
  seatClass: '3',
  startCity: suzhou,
  endCity: beijing,
  amount,
  ...noInvoice,
  ...change,
})

/** Invoice fields of a cost without an invoice. */
export const noInvoice = { invoiceType: '4', noInvoiceReason: '境外或小额票据' }

/** A leg of a claim's itinerary. */
export const claimed = (startCity: readonly string[], endCity: readonly string[], times: readonly [string, string],
  more: FormValue = {}): FormValue => ({
    rowId: `claimed-${times[0]}`,
    traveler: 'u-quality',
    startCity,
    endCity,
    startTime: `2026-${times[0]}:00`,
    endTime: `2026-${times[1]}:00`,
    breakfasts: 0,
    lunches: 0,
    dinners: 0,
    ...more,
  })

/** A payee line with an account abroad. */
export const abroad = (name: string, account: string, payAmount: string): FormValue => ({
  proceedsName: name,
  proceedsAccount: account,
  proceedsAccountType: '2',
  bankName: '中国银行',
  swiftNumber: 'BKCHCNBJ',
  bankAddress: '1 Demonstration Road, Suzhou',
  payAmount,
})

/** Claim of the three days in Beijing. */
export const travelClaim = (trips: readonly string[], change: FormValue = {}): FormValue => ({
  ...bearing,
  currencyType: 'CNY',
  tripLinks: trips,
  tripReport: '与供应商确认了来料改善方案并约定复验时间，后续按计划跟进。',
  tripRows: [claimed(suzhou, beijing, ['12-01 08:00', '12-01 13:00']), claimed(beijing, suzhou, ['12-03 15:00', '12-03 20:00'])],
  transportRows: [fare('500.00'), fare('480.00', { date: '2026-12-03' })],
  hotelRows: [{ rowId: 'hotel-1', city: beijing, checkIn: '2026-12-01', checkOut: '2026-12-03', persons: ['u-quality'], amount: '800.00',
    ...noInvoice }],
  otherRows: [],
  proceedsType: '1',
  payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
  writeOffFlag: '0',
  ...change,
})
