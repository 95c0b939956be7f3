import { expect, it } from 'vitest'
import { busiest, roomOf, travellersOf } from './team-week.ts'

const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29']
const away = (travellerId: string, from: string, to: string) => ({ id: `${travellerId}${from}`, travellerId, travellerName: travellerId,
  from, to, destination: [] })

it('a line for each traveller, cut at the ends of the week', () => {
  const absences = [away('li', '2026-11-20', '2026-11-23'), away('wang', '2026-11-24', '2026-11-25'),
    away('li', '2026-11-27', '2026-12-02')]
  expect(
    travellersOf({ absences, days }).map((
      { id, stretches },
    ) => [id, ...stretches.map(({ start, days: length, isContinued, continues }) => [start, length, isContinued, continues])]),
  )
    .toEqual([['li', [0, 1, true, false], [4, 3, false, true]], ['wang', [1, 2, false, false]]])
})

it('the day on which three or more people are away is told, and each of them counts once', () => {
  const two = [away('li', '2026-11-23', '2026-11-26'), away('wang', '2026-11-26', '2026-11-26'), away('wang', '2026-11-26', '2026-11-27')]
  expect(busiest({ absences: two, days })).toBeUndefined()
  expect(busiest({ absences: [...two, away('sun', '2026-11-26', '2026-11-26')], days })).toEqual({ day: 3, count: 3 })
})

it('the place of a short trip is read over the free days after it', () => {
  const absences = [away('li', '2026-11-23', '2026-11-23'), away('li', '2026-11-26', '2026-11-26')]
  const { stretches } = travellersOf({ absences, days })[0]!
  expect(stretches.map((stretch) => roomOf(stretch, stretches, days.length))).toEqual([3, 4])
})
