import { Decimal } from 'decimal.js'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FormFacts } from '#kernel/facts.ts'
import { complete } from '#kernel/evaluate/filling/complete.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { travelReimbursement } from '#plugins/travel/types/travelReimbursement/index.ts'
import { scaled } from '#server/testing-scale.ts'
import { businessTrip } from '#plugins/travel/types/businessTrip/index.ts'
import { type Leg, staysOf } from './allowances.ts'
import { allowancesOf } from './claim-figures.ts'

const suzhou = ['320000', '320500']
const home = [['110000', '110100'], ['120000', '120100'], ['310000', '310100']] as const
const abroad = [['JP'], ['DE'], ['US']] as const

const rate = fc.integer({ min: 100_000, max: 20_000_000 }).map((millionths) => (millionths / 1_000_000).toFixed(6))
const cents = fc.integer({ min: 1, max: 900_000 }).map((amount) => (amount / 100).toFixed(2))
const planned = fc.record({
  isAbroad: fc.boolean(),
  currency: fc.constantFrom('CNY', 'EUR'),
  rates: fc.record({ EUR: rate, USD: rate }),
  standards: fc.record({ meal: cents, local: cents }),
  companions: fc.integer({ min: 0, max: 3 }),
  // days at each destination; a stay begins in the morning
  days: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  fares: fc.array(cents, { minLength: 4, maxLength: 4 }),
  hotel: cents,
})
type Planned = typeof planned extends fc.Arbitrary<infer Plan> ? Plan : never

const dayOf = (offset: number) => new Date(Date.UTC(2026, 9, 5 + offset)).toISOString().slice(0, 10)

/** Legs from home to each destination and back; each stay begins in the morning. */
function legsOf({ isAbroad, days, fares }: Planned): FormValue[] {
  const places = [suzhou, ...days.map((_, index) => (isAbroad ? abroad : home)[index] ?? suzhou)]
  const begins = days.map((_, index) => days.slice(0, index).reduce((sum, each) => sum + each, 0))
  const last = days.reduce((sum, each) => sum + each, 0) - 1
  const out = begins.map((begin, index) => ({ startArea: places[index], endArea: places[index + 1], startTime: `${dayOf(begin)} 08:00:00`,
    endTime: `${dayOf(begin)} 10:00:00` })
  )
  return [...out, { startArea: places.at(-1), endArea: suzhou, startTime: `${dayOf(last)} 18:00:00`, endTime: `${dayOf(last)} 20:00:00` }]
    .map((leg, index) => ({ rowId: String(index), ...leg, fare: fares[index] }))
}

function world({ isAbroad, standards }: Planned, trip?: FormValue): FormFacts {
  const kept: Readonly<Record<string, string>> = { 'meal.home.1': standards.meal, 'meal.abroad.1': standards.meal,
    ...(!isAbroad && { 'local.home.1': standards.local }) }
  return { ...facts, dict: (key, value) => (key === 'travelStandard' ? (kept[value] ?? null) : null),
    reference: (kind, id) =>
      kind === 'documentLink'
        ? { id, ...trip, decimals: ['estimatedTotalAmount', 'exchangeRate'] }
        : kind === 'person'
        ? { id, positionLevel: '1' }
        : undefined }
}

function tripOf(plan: Planned): FormValue {
  const { currency, rates, isAbroad, companions, hotel } = plan
  return complete(businessTrip, {
    currencyType: currency,
    exchangeRate: currency === 'CNY' ? '1.000000' : rates.EUR,
    usdRate: rates.USD,
    applicant: 'applicant',
    tripScope: isAbroad ? '2' : '1',
    companions: Array.from({ length: companions }, (_, index) => `c${index}`),
    itinerary: legsOf(plan),
    estimateHotel: hotel,
    estimateOther: '0',
  }, world(plan))
}

/** Claim of a trip as planned, with two hotel bills and `more` cents above the plan. */
function claimOf(plan: Planned, trip: FormValue, more = 0): FormValue {
  const people = ['applicant', ...(trip['companions'] as string[])]
  const legs = legsOf(plan)
  const walked = people.flatMap((traveler) =>
    legs.map((leg): Leg => ({ traveler, trip: 'CC1', startCity: leg['startArea'] as string[], endCity: leg['endArea'] as string[],
      startTime: String(leg['startTime']), endTime: String(leg['endTime']), breakfasts: 0, lunches: 0, dinners: 0 })
    )
  )
  const { dict } = world(plan)
  const allowanceRows = allowancesOf(staysOf(walked), {
    figures: (key, name) => decimalOf(dict?.(key, name)) ?? new Decimal(0),
    levels: new Map(),
    exchangeRate: decimalOf(String(trip['exchangeRate'])),
    usdRate: decimalOf(String(trip['usdRate'])),
  })
  const hotelCents = Math.round(Number(plan.hotel) * 100)
  const half = Math.floor(hotelCents / 2)
  return complete(travelReimbursement, {
    currencyType: trip['currencyType'],
    exchangeRate: trip['exchangeRate'],
    usdRate: trip['usdRate'],
    tripLinks: ['CC1'],
    transportRows: people.flatMap((traveler) =>
      legs.map((leg, index) => ({ rowId: `${traveler}${index}`, traveler, amount: leg['fare'] }))
    ),
    hotelRows: [half, hotelCents - half + more].map((amount, index) => ({ rowId: String(index), amount: (amount / 100).toFixed(2) })),
    allowanceRows,
    otherRows: [],
  }, world(plan, trip))
}

it('a trip claimed at exactly its estimate costs what was estimated, and a cent more is above', () => {
  fc.assert(fc.property(planned, (plan) => {
    const trip = tripOf(plan)
    expect(claimOf(plan, trip)).toMatchObject({ totalAmount: trip['estimatedTotalAmount'], overTripBudget: false })
    expect(claimOf(plan, trip, 1)['overTripBudget']).toBe(true)
  }), { numRuns: scaled({ enough: 30, all: 1000 }) })
})

const day = (days: number): Planned => ({ isAbroad: true, currency: 'CNY', rates: { EUR: '7.654321', USD: '7.123456' },
  standards: { meal: '45', local: '0' }, companions: 0, days: [days], fares: ['1', '1', '1', '1'], hotel: '0' })

it.each([
  [3, 'CNY', '961.67'],
  [3, 'EUR', '125.64'],
  [5, 'CNY', '1602.78'],
])('%s days abroad at 45 dollars a day are rounded once in %s, by trip and claim', (days, currency, allowance) => {
  const plan = { ...day(days), currency: currency as Planned['currency'] }
  const trip = tripOf(plan)
  expect(trip['estimateAllowance']).toBe(allowance)
  expect(claimOf(plan, trip)['allowanceRows']).toMatchObject([{ amount: allowance, mealDeduct: '0.00' }])
})
