import { Decimal } from 'decimal.js'
import { array, assert, constant, constantFrom, integer, option, property, record, shuffledSubarray, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Journey, JourneyVoucher, FormJourney, KnownFare, KnownLeg, Place, JourneyQuestion } from './journey.ts'
import { rebuilt } from './journey-of-form.ts'

const suzhou: Place = ['320000', '320500']
const beijing: Place = ['110000', '110100']
const wuhan: Place = ['420000', '420100']
const names: readonly (readonly [Place, string])[] = [[suzhou, 'SZ'], [beijing, 'BJ'], [wuhan, 'WH']]
const nameOf = (place: Place | undefined) => names.find(([each]) => each[1] === place?.[1])?.[1] ?? '?'

const nothing: FormJourney = { applicant: 'me', legs: [], fares: [], stays: [] }
const ticket = (id: string, [from, to]: readonly [Place, Place], times: string, more: Partial<JourneyVoucher> = {}): JourneyVoucher => {
  const [day = '', time = '', total = ''] = times.split(' ')
  return { id, sort: 'ticket', number: `n-${id}`, total, day, ways: [{ from, to, day, time }], ...more }
}
const hotel = (id: string, day: string, total: string, more: Partial<JourneyVoucher> = {}): JourneyVoucher => ({ id, sort: 'stay',
  number: `n-${id}`, total, day, ways: [], ...more })
const taxi = (id: string, day: string, total: string): JourneyVoucher => ({ id, sort: 'ride', number: `n-${id}`, total, day, ways: [] })
const meal = (id: string, day: string, total: string): JourneyVoucher => ({ ...taxi(id, day, total), sort: 'other' })

const there = ticket('a', [suzhou, beijing], '2026-05-12 08:05 520.00')
const back = ticket('b', [beijing, suzhou], '2026-05-14 15:30 523.50')

const legs = ({ legs: all }: Journey) =>
  all.map(({ from, to, start, day }) => `${nameOf(from)}-${nameOf(to)} ${(start ?? day ?? '').slice(5, 16)}`)
const fares = ({ fares: all }: Journey) =>
  all.map(({ from, to, amount, changeFee }) =>
    `${nameOf(from)}-${nameOf(to)} ${amount}${changeFee === undefined ? '' : ` fee ${changeFee}`}`
  )
const stays = ({ stays: all }: Journey) =>
  all.map(({ place, from = '', to = '', amount }) => `${nameOf(place)} ${from.slice(5)}/${to.slice(5)} ${amount}`)
const leftOut = ({ leftOut: all }: Journey) => all.map(({ voucher, reason }) => `${voucher} ${reason}`)
function said(question: JourneyQuestion): string {
  if (question.kind === 'noHotel')
    return `no hotel ${question.traveller} ${nameOf(question.place)} ${question.from.slice(5)}/${question.to.slice(5)}`
  if (question.kind === 'arrival') return `arrival ${nameOf(question.to)}`
  return `${question.kind} ${question.traveller} ${nameOf(question.from)}-${nameOf(question.to)}`
}
const questionsOf = ({ questions }: Journey) => questions.map(said).filter((each) => !each.startsWith('arrival'))

interface JourneyCase {
  readonly of: readonly JourneyVoucher[]
  readonly known?: Partial<FormJourney>
  readonly legs?: readonly string[]
  readonly fares?: readonly string[]
  readonly stays?: readonly string[]
  readonly leftOut?: readonly string[]
  readonly questions?: readonly string[]
}
const wayThere = 'SZ-BJ 05-12 08:05'
const wayBack = 'BJ-SZ 05-14 15:30'
const both = [wayThere, wayBack]

const cases: Readonly<Record<string, JourneyCase>> = {
  'a round trip with its hotel': { of: [there, back, hotel('h', '2026-05-14', '800.00')], legs: both,
    fares: ['SZ-BJ 520.00', 'BJ-SZ 523.50'], stays: ['BJ 05-12/05-14 800.00'] },
  'files out of order': { of: [hotel('h', '2026-05-14', '800.00'), back, there], legs: both, stays: ['BJ 05-12/05-14 800.00'] },
  'no ticket back, and nobody knows until when': { of: [there], legs: [wayThere], questions: ['noTicketBack me BJ-SZ'] },
  'no ticket back, and a hotel that counts its nights': { of: [there, hotel('h', '2026-05-15', '800.00', { nights: 3 })],
    stays: ['BJ 05-12/05-15 800.00'], questions: ['noTicketBack me BJ-SZ'] },
  'a night without a hotel': { of: [there, back, hotel('h', '2026-05-13', '400.00', { nights: 1 })], stays: ['BJ 05-12/05-13 400.00'],
    questions: ['no hotel me BJ 05-13/05-14'] },
  'three cities, a hotel in each': {
    of: [there, ticket('w', [beijing, wuhan], '2026-05-13 09:00 300.00'), ticket('z', [wuhan, suzhou], '2026-05-15 19:00 310.00'),
      hotel('h1', '2026-05-13', '420.00'), hotel('h2', '2026-05-15', '640.00', { place: wuhan })],
    legs: [wayThere, 'BJ-WH 05-13 09:00', 'WH-SZ 05-15 19:00'],
    stays: ['BJ 05-12/05-13 420.00', 'WH 05-13/05-15 640.00'],
  },
  'a way between two tickets is missing': { of: [there, ticket('z', [wuhan, suzhou], '2026-05-12 19:00 310.00')],
    questions: ['noTicketBetween me BJ-WH'] },
  'a change of hotels by the days of their invoices': {
    of: [there, back, hotel('h1', '2026-05-13', '400.00'), hotel('h2', '2026-05-14', '380.00')],
    stays: ['BJ 05-12/05-13 400.00', 'BJ 05-13/05-14 380.00'],
  },
  'a ticket that was refunded leaves its fee': {
    of: [there, back, hotel('h', '2026-05-14', '800.00'), ticket('x', [suzhou, beijing], '2026-05-11 08:00 520.00'),
      ticket('r', [suzhou, beijing], '2026-05-11 08:00 104.00', { business: 'refund', original: 'n-x' })],
    legs: both,
    fares: ['SZ-BJ 104.00 fee 104.00', 'SZ-BJ 520.00', 'BJ-SZ 523.50'],
    leftOut: ['x refunded'],
  },
  'a credit note is set off': { of: [{ ...there }, ticket('r', [suzhou, beijing], '2026-05-12 08:05 -416.00', { original: 'n-a' })],
    legs: [], fares: ['SZ-BJ 104.00 fee 104.00'] },
  'a credit note of everything leaves nothing': {
    of: [meal('m', '2026-05-12', '90.00'), { ...meal('r', '2026-05-13', '-90.00'), original: 'n-m' }],
    leftOut: ['m takenBack', 'r takenBack'],
  },
  'a credit note alone': { of: [{ ...meal('r', '2026-05-13', '-90.00'), original: 'n-elsewhere' }], leftOut: ['r withoutOriginal'] },
  'a changed ticket stands for the first one': {
    of: [there, ticket('c', [beijing, suzhou], '2026-05-13 15:30 500.00'), { ...back, business: 'change', original: 'n-c' },
      hotel('h', '2026-05-14', '800.00')],
    legs: both,
    fares: ['SZ-BJ 520.00', 'BJ-SZ 523.50'],
    leftOut: ['c changed'],
  },
  'taxis where somebody was, and those of a later invoice without a day': {
    of: [there, back, hotel('h', '2026-05-14', '800.00'), taxi('t', '2026-05-13', '36.00'), taxi('u', '2026-06-01', '40.00')],
    fares: ['SZ-BJ 520.00', 'BJ-SZ 523.50', 'BJ-BJ 36.00', '?-? 40.00'],
  },
  'two people’s tickets and a room for each': {
    of: [there, back, { ...there, id: 'a2', number: 'n-a2', traveller: 'you' }, { ...back, id: 'b2', number: 'n-b2', traveller: 'you' },
      hotel('h1', '2026-05-14', '800.00'), hotel('h2', '2026-05-14', '800.00')],
    legs: [wayThere, wayThere, wayBack, wayBack],
    stays: ['BJ 05-12/05-14 800.00', 'BJ 05-12/05-14 800.00'],
  },
  'two people, one of whom goes on': {
    of: [there, back, { ...there, id: 'a2', number: 'n-a2', traveller: 'you' }, hotel('h', '2026-05-14', '800.00')],
    questions: ['noTicketBack you BJ-SZ'],
  },
  'one day': { of: [there, ticket('b', [beijing, suzhou], '2026-05-12 19:00 523.50')], legs: [wayThere, 'BJ-SZ 05-12 19:00'] },
  'over New Year': {
    of: [ticket('a', [suzhou, beijing], '2026-12-30 08:00 520.00'), ticket('b', [beijing, suzhou], '2027-01-02 15:00 523.50'),
      hotel('h', '2027-01-02', '1200.00')],
    legs: ['SZ-BJ 12-30 08:00', 'BJ-SZ 01-02 15:00'],
    stays: ['BJ 12-30/01-02 1200.00'],
  },
  'one number in two files': { of: [there, { ...there, id: 'z' }, back, hotel('h', '2026-05-14', '800.00')], legs: both,
    leftOut: ['z repeated'] },
  'what is no part of a journey': { of: [meal('m', '2026-05-12', '90.00')] },
}

describe('a journey by its vouchers', () => {
  it.each(Object.entries(cases))('%s', (_, { of, known, ...wanted }) => {
    const journey = rebuilt(of, { ...nothing, ...known })
    const found = { legs: legs(journey), fares: fares(journey), stays: stays(journey), leftOut: leftOut(journey),
      questions: questionsOf(journey) }
    expect(found).toMatchObject({ leftOut: [], questions: [], ...wanted })
  })

  it('shares a room where one invoice is for both', () => {
    const { stays: [stay] } = rebuilt([there, back, { ...there, id: 'a2', number: 'n-a2', traveller: 'you' }, { ...back, id: 'b2',
      number: 'n-b2', traveller: 'you' }, hotel('h', '2026-05-14', '900.00')], nothing)
    expect(stay?.guests).toEqual(['me', 'you'])
  })

  it('is asked for the arrival, which no ticket tells', () => {
    expect(rebuilt([there], nothing).questions.map(said)).toContain('arrival BJ')
  })
})

const plannedLeg = (rowId: string, [from, to]: readonly [Place, Place], [start, end]: readonly [string, string],
  isPlanned = true): KnownLeg => ({ rowId, traveller: 'me', from, to, day: start.slice(0, 10), start: `${start}:00`, end: `${end}:00`,
    isPlanned })
const plannedFare = (rowId: string, from: Place, to: Place, day: string): KnownFare => ({ rowId, traveller: 'me', from, to, day,
  amount: '500.00', isPlanned: true })
const planned: Partial<FormJourney> = {
  legs: [plannedLeg('p1', [suzhou, beijing], ['2026-05-12 08:00', '2026-05-12 13:00']),
    plannedLeg('p2', [beijing, suzhou], ['2026-05-14 15:00', '2026-05-14 20:00'])],
  fares: [plannedFare('f1', suzhou, beijing, '2026-05-12'), plannedFare('f2', beijing, suzhou, '2026-05-14')],
}

describe('a journey that was planned', () => {
  it('takes the times of the tickets and the duration of the plan', () => {
    const { legs: [first], fares: [fare], questions } = rebuilt([there, back, hotel('h', '2026-05-14', '800.00')], { ...nothing,
      ...planned })
    expect(first).toMatchObject({ replaces: 'p1', start: '2026-05-12 08:05:00', end: '2026-05-12 13:05:00' })
    expect(fare).toMatchObject({ replaces: 'f1', amount: '520.00' })
    expect(questions).toEqual([])
  })

  it('asks about a planned fare without a ticket, not about the way', () => {
    expect(rebuilt([there, hotel('h', '2026-05-14', '800.00')], { ...nothing, ...planned }).questions.map(said)).toEqual([
      'plannedFare me BJ-SZ',
    ])
  })

  it('takes nobody for a guest who only planned to be there', () => {
    const companion = (planned.legs ?? []).map((leg) => ({ ...leg, rowId: `${leg.rowId}-you`, traveller: 'you' }))
    const { stays: [stay], questions } = rebuilt([there, back, hotel('h', '2026-05-13', '400.00', { nights: 1 })], { ...nothing, ...planned,
      legs: [...(planned.legs ?? []), ...companion] })
    expect(stay).toMatchObject({ from: '2026-05-12', to: '2026-05-13', guests: ['me'] })
    expect(questions.map(said)).toEqual(['no hotel me BJ 05-13/05-14'])
  })

  it('leaves legs alone that a person entered', () => {
    const typed = { ...nothing, legs: [plannedLeg('p1', [suzhou, beijing], ['2026-05-12 07:00', '2026-05-12 12:00'], false)] }
    expect(rebuilt([there], typed).legs).toEqual([])
  })

  it('does not ask for nights that stand in the form', () => {
    expect(questionsOf(rebuilt([there, back], { ...nothing, stays: [{ guests: ['me'], from: '2026-05-12', to: '2026-05-14' }] }))).toEqual(
      [],
    )
  })
})

describe('any heap of vouchers', () => {
  const place = constantFrom(suzhou, beijing, wuhan)
  const day = integer({ min: 0, max: 12 }).map((offset) => new Date(Date.UTC(2026, 11, 26 + offset)).toISOString().slice(0, 10))
  const cents = integer({ min: -90_000, max: 90_000 }).map((amount) => new Decimal(amount).div(100).toFixed(2))
  const voucher = record({
    sort: constantFrom('ticket' as const, 'stay' as const, 'ride' as const, 'other' as const),
    total: cents,
    day,
    original: option(integer({ min: 0, max: 11 }).map(String), { nil: undefined }),
    business: option(constantFrom('refund' as const, 'change' as const), { nil: undefined }),
    traveller: option(constantFrom('me', 'you'), { nil: undefined }),
    way: record({ from: place, to: place, day, time: constantFrom('08:00', '19:30') }),
    nights: option(integer({ min: 1, max: 4 }), { nil: undefined }),
  }, { requiredKeys: ['sort', 'total', 'day', 'way'] })
  const heap = array(voucher, { maxLength: 12 }).map((all) =>
    all.map(({ way, ...rest }, index): JourneyVoucher => ({ id: `v${String(index).padStart(2, '0')}`, number: String(index),
      ways: rest.sort === 'ticket' ? [way] : [], ...defined(rest) })
    )
  )
  const defined = <Value extends object>(value: Value) =>
    Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as Omit<JourneyVoucher, 'id' | 'ways'>
  const costsOf = (journey: Journey) => [...journey.fares, ...journey.stays, ...journey.others]

  it('gives the same journey in whatever order the files came', () => {
    assert(
      property(heap.chain((all) => tuple(constant(all), shuffledSubarray(all, { minLength: all.length, maxLength: all.length }))),
        ([all, shuffled]) => {
          expect(rebuilt(shuffled, nothing)).toEqual(rebuilt(all, nothing))
        }),
    )
  })

  it('claims each voucher once or says why not, and as much as they come to', () => {
    assert(property(heap, (all) => {
      const journey = rebuilt(all, nothing)
      const claimed = costsOf(journey).flatMap(({ vouchers }) => vouchers)
      expect([...claimed, ...journey.leftOut.map(({ voucher: id }) => id)].toSorted()).toEqual(all.map(({ id }) => id))
      const sum = (amounts: readonly (string | undefined)[]) =>
        amounts.reduce((total, each) => total.plus(each ?? 0), new Decimal(0)).toFixed(2)
      expect(sum(costsOf(journey).map(({ amount }) => amount))).toBe(
        sum(all.filter(({ id }) => claimed.includes(id)).map(({ total }) => total)),
      )
    }))
  })

  it('never claims less than nothing', () => {
    assert(property(heap, (all) => costsOf(rebuilt(all, nothing)).every(({ amount = '0' }) => !new Decimal(amount).isNegative())))
  })
})
