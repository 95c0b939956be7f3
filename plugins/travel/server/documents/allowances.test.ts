import { describe, expect, it } from 'vitest'
import { type Leg, staysOf, tripDays } from './allowances.ts'

const suzhou = ['320000', '320500']
const beijing = ['110000', '110100']
const shanghai = ['310000', '310100']
const tianjin = ['120000', '120100']

const leg = (startCity: readonly string[], endCity: readonly string[], times: string, more: Partial<Leg> = {}): Leg => {
  const [startTime = '', endTime = ''] = times.split(' – ').map((time) => `2026-11-${time}:00`)
  return { traveler: 'wang', trip: 'CC1', startCity, endCity, startTime, endTime, breakfasts: 0, lunches: 0, dinners: 0, ...more }
}
const said = (legs: readonly Leg[]) =>
  staysOf(legs).map(({ traveler, city, fromDate, toDate, days }) =>
    `${traveler} ${city[1] ?? city[0]} ${fromDate.slice(8)}–${toDate.slice(8)}: ${days.toFixed()}`
  )

describe('days of an allowance', () => {
  it('are natural days, the first and the last included', () => {
    expect(said([leg(suzhou, beijing, '02 08:00 – 02 13:00'), leg(beijing, suzhou, '04 15:00 – 04 20:00')])).toEqual([
      'wang 110100 02–04: 3',
    ])
  })

  it('are half when the journey begins after noon, or ends before it', () => {
    expect(said([leg(suzhou, beijing, '02 12:01 – 02 17:00'), leg(beijing, suzhou, '04 07:00 – 04 11:59')])).toEqual([
      'wang 110100 02–04: 2',
    ])
    expect(said([leg(suzhou, beijing, '02 12:00 – 02 17:00'), leg(beijing, suzhou, '04 07:00 – 04 12:00')])).toEqual([
      'wang 110100 02–04: 3',
    ])
    expect(said([leg(suzhou, beijing, '02 06:00 – 02 08:00'), leg(beijing, suzhou, '02 09:00 – 02 11:00')])).toEqual([
      'wang 110100 02–02: 0.5',
    ])
  })

  it('belong to the destination that was left for last; the way home to the last one', () => {
    expect(
      said([leg(suzhou, beijing, '02 08:00 – 02 13:00'), leg(beijing, tianjin, '04 09:00 – 04 10:00'),
        leg(tianjin, suzhou, '06 15:00 – 06 20:00')]),
    )
      .toEqual(['wang 110100 02–03: 2', 'wang 120100 04–06: 3'])
  })

  it('are none at home between two journeys', () => {
    expect(
      said([leg(suzhou, beijing, '02 08:00 – 02 13:00'), leg(beijing, suzhou, '03 15:00 – 03 20:00'),
        leg(suzhou, beijing, '06 08:00 – 06 13:00')]),
    ).toEqual([
      'wang 110100 02–03: 2',
      'wang 110100 06–06: 1',
    ])
  })

  it('are counted for each traveller and each trip', () => {
    const there = (
      traveler: string,
    ) => [leg(suzhou, beijing, '02 08:00 – 02 13:00', { traveler }), leg(beijing, suzhou, '03 15:00 – 03 20:00', { traveler })]
    expect(said([...there('wang'), ...there('li')])).toEqual(['wang 110100 02–03: 2', 'li 110100 02–03: 2'])
    expect(tripDays([...there('wang'), ...there('li')])).toBe(2)
  })

  it('are counted of a flight that lands before it left, by the clocks of two places', () => {
    const losAngeles = ['US']
    const out = [leg(suzhou, shanghai, '20 16:00 – 20 18:00'), leg(shanghai, losAngeles, '20 20:55 – 20 17:40')]
    expect(said(out)).toEqual(['wang US 20–20: 0.5'])
    expect(said([leg(shanghai, losAngeles, '20 10:55 – 20 07:40'), leg(losAngeles, shanghai, '24 10:00 – 25 16:00')])).toEqual([
      'wang US 20–25: 6',
    ])
    // across the date line
    expect(said([leg(['NZ'], losAngeles, '20 08:00 – 19 18:00')])).toEqual(['wang US 20–20: 1'])
  })

  it('know the meals that others provided, those of the way home at the last destination', () => {
    const stays = staysOf([leg(suzhou, beijing, '02 08:00 – 02 13:00', { lunches: 1 }),
      leg(beijing, tianjin, '03 09:00 – 03 10:00', { breakfasts: 2 }), leg(tianjin, suzhou, '04 15:00 – 04 20:00', { dinners: 1 })])
    expect(stays.map(({ breakfasts, lunches, dinners }) => [breakfasts, lunches, dinners])).toEqual([[0, 1, 0], [2, 0, 1]])
  })
})
