import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { printedTextOf } from '#server/prints/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { advance } from '#plugins/payments/types/testing.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { businessTrip } from '#plugins/travel/types/businessTrip/index.ts'
import { abroad, beijing, claimed, fare, leg, noInvoice, shanghai, suzhou, travelClaim, trip } from '#plugins/travel/types/testing.ts'
import { travelReimbursement } from './index.ts'

let product: TestProduct
let trips: FilingSupport
let claims: FilingSupport
let payments: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  trips = filing(product, businessTrip)
  claims = filing(product, travelReimbursement)
  payments = filing(product, disbursement)
  // simple rates, so that figures can be calculated by hand
  for (const [month, rate] of [['2026-10', '7.000000'], ['2026-11', '7.100000']] as const) {
    await product.database.db.updateTable('exchange_rate').set({ rate }).where('currency', '=', 'USD').where('year_month', '=', month)
      .execute()
  }
})
afterAll(() => product?.close())

const tokyo = ['JP']
const byResearch = { applicantDept: 'sz-quality', bearingDept: 'sz-rd', costCenter: costCenterId('sz-rd') }
const [applicant, engineer, director] = ['u-quality', 'u-employee', 'u-sales']

/** Five legs: Suzhou – Shanghai – Tokyo – Shanghai – Beijing – Suzhou, with the times and the fare of each. */
const legs: readonly (readonly [readonly string[], readonly string[], readonly [string, string], FormValue])[] = [
  [suzhou, shanghai, ['10-12 08:00', '10-12 10:00'], { fare: '39.50' }],
  [shanghai, tokyo, ['10-12 14:00', '10-12 18:00'], { fare: '2100.00', transport: '1', seatClass: '1', distanceKm: 1760 }],
  [tokyo, shanghai, ['10-14 10:00', '10-14 13:00'], { fare: '2300.00', transport: '1', seatClass: '1', distanceKm: 1760 }],
  [shanghai, beijing, ['10-14 16:00', '10-14 20:45'], { fare: '553.00' }],
  [beijing, suzhou, ['10-16 07:00', '10-16 11:30'], { fare: '523.50' }],
]

/** Itinerary of each of the three travellers, with meals provided on some legs. */
const itinerary = (meals: Readonly<Record<string, FormValue>>): FormValue[] =>
  [applicant, engineer, director].flatMap((traveler) =>
    legs.map(([from, to, times], index) =>
      claimed(from, to, times, { rowId: `${traveler}.${index}`, traveler, ...meals[`${traveler}.${index}`] })
    )
  )

const row = (rowId: string, amount: string, change: FormValue): FormValue =>
  fare(amount, { rowId, date: '2026-10-14', startCity: shanghai, endCity: beijing, ...change })
const paper = (invoiceNo: string) => ({ invoiceType: '2', noInvoiceReason: undefined, invoiceTitle: 'SZ', invoiceNo,
  invoiceDate: '2026-10-16' })

async function claimOf(tripId: string, advanceId: string): Promise<FormValue> {
  const tickets = await Promise.all(
    [1, 2, 3].map((number) => product.as('quality').upload(`ticket-${number}.pdf`, Buffer.from('%PDF-1.4\n%%EOF'))),
  )
  const flights = [applicant, engineer, director].map((traveler, index) =>
    row(`flight-${index}`, '300.00', { traveler, date: '2026-10-12', transport: '1', seatClass: '1', distanceKm: 1760, startCity: shanghai,
      endCity: tokyo, ticketFile: [tickets[index]] })
  )
  return {
    ...byResearch,
    currencyType: 'USD',
    tripLinks: [tripId],
    tripReport: '东京客户与北京供应商的改善方案已确认，后续复验计划附后。',
    overdueExplanation: '境外票据寄回较晚',
    overStandardExplanation: '二等座与一等座均已售罄',
    tripRows: itinerary({ [`${applicant}.1`]: { lunches: 2 }, [`${engineer}.3`]: { breakfasts: 1 } }),
    transportRows: [
      ...flights,
      row('rail', '77.89', paper('70000001')),
      row('over', '246.48', { traveler: director, seatClass: '5', ...paper('70000002') }),
      row('coach', '5.63', { traveler: engineer, date: '2026-10-12', transport: '4', seatClass: undefined, startCity: suzhou,
        endCity: shanghai, ...paper('70000003') }),
    ],
    hotelRows: [
      { rowId: 'tokyo-2', city: tokyo, checkIn: '2026-10-12', checkOut: '2026-10-14', persons: [applicant, engineer], shareRoom: true,
        amount: '280.00', ...noInvoice },
      { rowId: 'tokyo-1', city: tokyo, checkIn: '2026-10-12', checkOut: '2026-10-14', persons: [director], amount: '360.00', ...noInvoice },
      { rowId: 'beijing', city: beijing, checkIn: '2026-10-14', checkOut: '2026-10-16', persons: [applicant, engineer, director],
        amount: '549.30', ...paper('70000004'), invoiceKind: '1', taxRate: '6' },
    ],
    otherRows: [{ rowId: 'visa', travelItemType: '5', date: '2026-10-12', expenseDetail: '签证', amount: '45.00', ...noInvoice }],
    writeOffFlag: '1',
    writeOffItems: [{ rowId: 'advance', disbursement: [advanceId], writeOffAmount: '1000.00' }],
    writeOffPartyName: '曹颖',
    writeOffPartyAbbr: '曹颖',
    proceedsType: '2',
    payeeLines: [
      { rowId: 'one', ...abroad('Cao Ying', 'ACCOUNT10001', '1000.00') },
      { rowId: 'two', ...abroad('Wang Wei', 'ACCOUNT10002', '456.88') },
      { rowId: 'three', ...abroad('Cheng Hao', 'ACCOUNT10003', '400.01') },
    ],
  }
}

const at = (moment: string) => {
  product.clock.now = () => new Date(`${moment}+08:00`)
}
const rowsOf = (business: FormValue, table: string) => business[table] as readonly FormValue[]
const columns = (business: FormValue, table: string, ...keys: readonly string[]) =>
  rowsOf(business, table).map((each) => keys.map((key) => each[key]))

describe('three people, five legs, two currencies', () => {
  let tripId: string
  let advanceId: string
  let claimId: string

  it('the trip holds its estimate, and everybody’s heads have agreed', async () => {
    at('2026-10-08T10:00:00')
    tripId = await trips.file('quality', trip({
      ...byResearch,
      tripScope: '2',
      companions: [engineer, director],
      workHandover: 'u-yangfan',
      estimateHotel: '9000.00',
      estimateOther: '300.00',
      itinerary: legs.map(([from, to, times, more]) => leg(from, to, times, more)),
    }))
    // heads: the engineer's; for the director, who is a head, the vice president, who is also asked as vice president
    expect((await trips.passThrough(tripId)).toSorted()).toEqual(['bearingDeptHead: head', 'companionDeptHead: qianhong',
      'companionDeptHead: xuhaibo', 'companionViceGm: qianhong', 'deptHead: yangfan', 'generalManager: gm', 'viceGm: vp'])
    const { business } = await trips.detailOf(product.as('quality'), tripId)
    expect(business).toMatchObject({
      totalTripDays: '5',
      headcount: '3',
      usdRate: '7.000000',
      budgetMonth: '2026-10-01',
      // 3 × (39.50 + 2100 + 2300 + 553 + 523.50), 5 days × 3 people × 45 USD × 7.00
      estimateTransport: '16548.00',
      estimateAllowance: '4725.00',
      estimatedTotalAmount: '30573.00',
      totalAmountRmb: '30573.00',
    })
    expect(await trips.budget(tripId)).toEqual({ occupied: '30573.00', spent: '0.00' })
  })

  it('an advance in dollars is paid', async () => {
    at('2026-11-20T09:00:00')
    advanceId = await payments.file('quality',
      advance('1000.00', { currencyType: 'USD', proceedsType: '1', payeeLines: [abroad('Cao Ying', 'ACCOUNT10001', '1000.00')] }))
    await payments.passThrough(advanceId, {}, 'cashier')
    const receipt = await product.as('cashier').upload('receipt.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
    expect(await payments.pass(advanceId, { business: { payStatus: '2', payDate: '2026-11-20', bankReceipt: [receipt] } })).toMatchObject({
      code: 200,
    })
    expect(await payments.budget(advanceId)).toEqual({ occupied: '0.00', spent: '0.00' })
  })

  it('the claim, filed late, is worked out to the cent', async () => {
    at('2026-11-20T10:00:00')
    claimId = await claims.file('quality', await claimOf(tripId, advanceId))
    const { business } = await claims.detailOf(product.as('quality'), claimId)
    expect(business).toMatchObject({ totalTripDays: '5', tripBudgetTotal: '30573.00', overdue: true, overStandard: true,
      exchangeRate: '7.100000', usdRate: '7.100000' })
    expect(
      columns(business, 'allowanceRows', 'traveler', 'fromDate', 'toDate', 'days', 'mealStandard', 'transportStandard', 'mealDeduct',
        'amount'),
    ).toEqual([
      // Tokyo: 45 USD a day, two lunches given (0.8 × 45); Beijing: 80 and 40 RMB at 7.10, home before noon
      [applicant, '2026-10-12', '2026-10-13', '2.0', '45.00', '0.00', '36.00', '54.00'],
      [applicant, '2026-10-14', '2026-10-16', '2.5', '11.27', '5.63', '0.00', '42.25'],
      // a breakfast given: 0.2 × 11.27
      [engineer, '2026-10-12', '2026-10-13', '2.0', '45.00', '0.00', '0.00', '90.00'],
      [engineer, '2026-10-14', '2026-10-16', '2.5', '11.27', '5.63', '2.25', '40.00'],
      // a director: 55 USD, and 100 and 60 RMB: 160 × 2.5 ÷ 7.10, rounded once
      [director, '2026-10-12', '2026-10-13', '2.0', '55.00', '0.00', '0.00', '110.00'],
      [director, '2026-10-14', '2026-10-16', '2.5', '14.08', '8.45', '0.00', '56.34'],
    ])
    // 120 × 2 × 1.2; 180 × 2; three rooms at the director's 650 RMB × 2 at 7.10
    expect(columns(business, 'hotelRows', 'nights', 'standard', 'taxAmount')).toEqual([['2', '288.00', '0.00'], ['2', '360.00', '0.00'], [
      '2',
      '549.30',
      '31.09',
    ]])
    // contained tax: rail 9 %, road 3 %; nothing abroad
    expect(columns(business, 'transportRows', 'taxAmount', 'aboveClass', 'amountRmb')).toEqual([
      ['0.00', false, '2130.00'],
      ['0.00', false, '2130.00'],
      ['0.00', false, '2130.00'],
      ['6.43', false, '553.02'],
      ['20.35', true, '1750.01'],
      ['0.16', false, '39.97'],
    ])
    expect(business).toMatchObject({ totalAmount: '2856.89', totalAmountRmb: '20283.92', approvedAmount: '2856.89',
      writeOffTotal: '1000.00', netPayable: '1856.89', overBudget: false })
    expect([await trips.budget(tripId), await claims.budget(claimId)]).toEqual([{ occupied: '10289.08', spent: '0.00' }, {
      occupied: '20283.92',
      spent: '0.00',
    }])
    await product.audit()
  })

  it('the accountant cuts the seat that was above the standard, and the cashier pays the rest', async () => {
    expect((await claims.passThrough(claimId, {}, 'accountantReview')).toSorted()).toEqual(['bearingDeptHead: head',
      'companionConfirm: employee', 'companionConfirm: sales', 'deptHead: yangfan'])
    const { business } = await claims.detailOf(product.as('quality'), claimId)
    const cut = {
      transportRows: rowsOf(business, 'transportRows').map(({ rowId, approvedAmount }) => ({ rowId,
        approvedAmount: rowId === 'over' ? '204.00' : approvedAmount })
      ),
      payeeLines: rowsOf(business, 'payeeLines').map((line) => ({ ...line,
        payAmount: line['rowId'] === 'three' ? '357.53' : line['payAmount'] })
      ),
    }
    expect(await claims.pass(claimId, { business: cut, comment: '超标部分按一等座核减' })).toMatchObject({ code: 200 })
    expect(await claims.budget(claimId)).toEqual({ occupied: '19982.31', spent: '0.00' })
    expect(await claims.passThrough(claimId, { cashier: { business: { payDate: '2026-11-20' } } })).toEqual(['viceGm: vp',
      'financeManager: finance', 'cashier: cashier'])
    const paid = await claims.detailOf(product.as('quality'), claimId)
    expect(paid).toMatchObject({ state: 4, business: { approvedAmount: '2814.41', netPayable: '1814.41', payDate: '2026-11-20' } })
    expect([await trips.budget(tripId), await claims.budget(claimId)]).toEqual([{ occupied: '0.00', spent: '0.00' }, { occupied: '0.00',
      spent: '19982.31' }])
    expect(await printedTextOf(product, { by: 'quality', type: 'travelReimbursement', id: claimId })).toContain(
      '核准金额USD 2,814.41折人民币￥19,982.31人民币大写壹万玖仟玖佰捌拾贰元叁角壹分',
    )
    expect((await payments.detailOf(product.as('quality'), advanceId)).business['openBalance']).toBe('0.00')
    await product.audit()
  })

  it('is not claimed again', async () => {
    const { fields } = claims.refusal(await claims.apply(product.as('quality'), await claimOf(tripId, advanceId)))
    expect(fields).toMatchObject({ tripLinks: '一个出差申请只能关联一个差旅费报销' })
    product.clock.now = () => today
  })
})

const sameDay = async (out: readonly [string, string], back: readonly [string, string]) => {
  const id = await trips.file('quality', trip({ itinerary: [leg(suzhou, beijing, out), leg(beijing, suzhou, back)] }))
  await trips.passThrough(id)
  const tripRows = [claimed(suzhou, beijing, out), claimed(beijing, suzhou, back)]
  return claims.file('quality', travelClaim([id], { tripRows, excessExplanation: '如实报销' }))
}
const allowances = async (id: string) =>
  columns((await claims.detailOf(product.as('quality'), id)).business, 'allowanceRows', 'fromDate', 'days', 'amount', 'paidNote')

it('two trips share the allowance of a day, and what another claim pays is taken out with a word', async () => {
  const first = allowances(await sameDay(['11-03 08:00', '11-03 13:00'], ['11-04 08:00', '11-04 10:00']))
  expect(await first).toEqual([['2026-11-03', '1.5', '180.00', undefined]])
  const second = await sameDay(['11-04 14:00', '11-04 18:00'], ['11-05 14:00', '11-05 20:00'])
  expect(await allowances(second)).toEqual([['2026-11-04', '1.5', '180.00', undefined]])
  const { businessNo } = await claims.detailOf(product.as('quality'), second)
  expect(await allowances(await sameDay(['11-05 20:30', '11-05 22:00'], ['11-06 08:00', '11-06 11:00']))).toEqual([['2026-11-05', '0.5',
    '60.00', `2026-11-05 已在 ${businessNo} 领取补贴/2026-11-05 is paid in ${businessNo}`]])
})
