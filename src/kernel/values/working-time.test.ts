import { describe, expect, it } from 'vitest'
import { instantOf, nowOf } from './dates.ts'
import { afterWorkingHours, workingDaysLeft, type WorkingCalendar } from './working-time.ts'

const calendar: WorkingCalendar = new Map([
  ['2026-10-01', 'holiday'],
  ['2026-10-02', 'holiday'],
  ['2026-10-05', 'holiday'],
  ['2026-10-06', 'holiday'],
  ['2026-10-07', 'holiday'],
  ['2026-10-10', 'workday'],
])

const after = (from: string, hours: number) => nowOf(afterWorkingHours(instantOf(from)!, hours, calendar))

describe('working hours pass', () => {
  it.each([
    ['within a morning', '2026-11-16 09:30:00', 2, '2026-11-16 11:30:00'],
    ['not at noon', '2026-11-16 11:00:00', 2, '2026-11-16 14:00:00'],
    ['up to the end of a shift, not into the next', '2026-11-16 09:00:00', 3, '2026-11-16 12:00:00'],
    ['up to the end of a day', '2026-11-16 09:00:00', 8, '2026-11-16 18:00:00'],
    ['from nine for who comes earlier', '2026-11-16 07:12:00', 1, '2026-11-16 10:00:00'],
    ['from one for who comes at noon', '2026-11-16 12:30:00', 1, '2026-11-16 14:00:00'],
    ['from the next morning for who comes after work', '2026-11-16 18:00:00', 1, '2026-11-17 10:00:00'],
    ['from midnight on', '2026-11-17 00:00:00', 1, '2026-11-17 10:00:00'],
    ['over a weekend', '2026-11-20 17:00:00', 2, '2026-11-23 10:00:00'],
    ['not on a Saturday', '2026-11-21 10:00:00', 1, '2026-11-23 10:00:00'],
    ['not on a Sunday', '2026-11-22 10:00:00', 1, '2026-11-23 10:00:00'],
    ['three days in twenty-four hours', '2026-11-16 10:00:00', 24, '2026-11-19 10:00:00'],
    ['by parts of an hour', '2026-11-16 10:00:00', 0.5, '2026-11-16 10:30:00'],
    ['over holidays within the week', '2026-09-30 17:00:00', 2, '2026-10-08 10:00:00'],
    ['on a Saturday that is worked', '2026-10-09 17:00:00', 2, '2026-10-10 10:00:00'],
    ['over the end of a year', '2026-12-31 17:30:00', 1, '2027-01-01 09:30:00'],
  ])('%s', (_, from, hours, to) => {
    expect(after(from, hours)).toBe(to)
  })

  it('not at all where none are asked for', () => {
    const saturday = instantOf('2026-11-21 10:00:00')!
    expect(afterWorkingHours(saturday, 0, calendar)).toEqual(saturday)
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('never %s of them', (hours) => {
    expect(() => afterWorkingHours(new Date(), hours, calendar)).toThrow(RangeError)
  })
})

it.each([
  ['the day itself counts', '2026-11-25', 4],
  ['from a Sunday on', '2026-11-22', 6],
  ['the last day', '2026-11-30', 1],
  ['days off do not count, and a Saturday that is worked does', '2026-10-01', 18],
  ['to the end of a year', '2026-12-30', 2],
])('working days left in a month: %s', (_, day, left) => {
  expect(workingDaysLeft(day, calendar)).toBe(left)
})
