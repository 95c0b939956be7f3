import { describe, expect, it } from 'vitest'
import { check } from '#kernel/evaluate/checks/check.ts'
import { compile } from '#kernel/feel/feel.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { travelReimbursement } from '#plugins/travel/types/travelReimbursement/index.ts'
import { minutesBetween } from './clocks.ts'
import { businessTrip } from './businessTrip/index.ts'
import { beijing, shanghai, suzhou } from './testing.ts'

const hongKong = ['810000', '810100']
const america = ['US']

type Ends = readonly [from: readonly string[], to: readonly string[]]
const times = ([from, to]: readonly [string, string]) => ({ startTime: `2026-11-${from}:00`, endTime: `2026-11-${to}:00` })
const rulesBroken = (form: Parameters<typeof check>[0], value: object, ids: readonly string[]) => {
  const said = form.rules.filter(({ id }) => ids.includes(id))
  return check({ ...form, rules: said }, value as never, facts, { at: 'start' }).flatMap(({ message }) =>
    said.find(({ cn }) => cn === message?.cn)?.id ?? []
  )
}

/** Rules about times that a trip with these legs, and its claim, violate. */
function broken(...legs: readonly (readonly [...Ends, readonly [string, string]])[]) {
  const itinerary = legs.map(([startArea, endArea, when], row) => ({ rowId: String(row), startArea, endArea, ...times(when) }))
  const tripRows = legs.map(([startCity, endCity, when], row) => ({ rowId: String(row), traveler: 'u1', startCity, endCity,
    ...times(when) })
  )
  const value = { startTime: itinerary.map(({ startTime }) => startTime).toSorted()[0],
    endTime: itinerary.map(({ endTime }) => endTime).toSorted().at(-1), itinerary }
  return [rulesBroken(businessTrip, value, ['CC-01', 'CC-02', 'CC-03']),
    rulesBroken(travelReimbursement, { tripLinks: ['x1'], tripRows }, ['CL-03', 'CL-04'])]
}

describe('a flight takes', () => {
  const flown = compile(minutesBetween({ from: 'from', to: 'to', start: 'start', end: 'end' }), { names: ['from', 'to', 'start', 'end'] })
  const minutes = (from: readonly string[], to: readonly string[], [start, end]: readonly [string, string]) =>
    String(flown.evaluate({ from: [...from], to: [...to], start: `2026-11-${start}:00`, end: `2026-11-${end}:00` }))

  it('what lies between its times, less what lies between the clocks of its places', () => {
    expect(minutes(shanghai, beijing, ['30 08:00', '30 10:30'])).toBe('150')
    expect(minutes(shanghai, ['KR'], ['30 09:00', '30 12:00'])).toBe('120')
    expect(minutes(['JP'], shanghai, ['30 14:00', '30 16:10'])).toBe('190')
    expect(minutes(shanghai, ['TH'], ['30 23:30', '30 02:50'])).toBe('-1180')
    expect(minutes(shanghai, ['TH'], ['29 23:30', '30 02:50'])).toBe('260')
  })

  it('nobody knows how long to a country of several zones', () => {
    expect(minutes(shanghai, america, ['30 20:55', '30 17:40'])).toBe('null')
  })
})

describe('times of two places', () => {
  it('are judged where their clocks are the same', () => {
    expect(broken([suzhou, beijing, ['30 08:00', '30 07:59']])).toEqual([['CC-01', 'CC-02'], ['CL-03']])
    expect(broken([shanghai, hongKong, ['30 08:00', '30 08:00']])).toEqual([['CC-01', 'CC-02'], ['CL-03']])
    expect(broken([suzhou, beijing, ['29 08:00', '29 13:00']], [beijing, suzhou, ['29 12:00', '29 17:00']])).toEqual([['CC-03'], ['CL-04',
      'CL-04']])
  })

  it('are not judged where they differ', () => {
    expect(broken([shanghai, america, ['30 20:55', '30 17:40']])).toEqual([[], []])
    expect(
      broken([suzhou, shanghai, ['28 16:00', '28 18:00']], [shanghai, america, ['28 20:55', '28 17:40']], [america, america, ['28 17:50',
        '28 20:00']]),
    ).toEqual([[], []])
  })

  it('are judged where no zones explain them', () => {
    expect(broken([['NZ'], america, ['30 10:00', '29 22:00']])).toEqual([[], []])
    expect(broken([shanghai, america, ['30 20:55', '28 17:40']])).toEqual([['CC-01', 'CC-02'], ['CL-03']])
  })
})
