import { identical } from '../equality.ts'
import { numberOf } from '../numbers.ts'
import { dayOf } from '../temporal/arithmetic.ts'
import { daysInMonth, toEpochDay, weekOfYear } from '../temporal/calendar.ts'
import { now, today } from '../temporal/clock.ts'
import type { FeelDate } from '../temporal/date.ts'
import type { FeelValue } from '../values.ts'
import { define, type FeelFunction } from './define.ts'
import { any, day, optional } from './parameters.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Functions of dates and of the clock of the environment. */
export const dates: Readonly<Record<string, FeelFunction>> = {
  is: [define([optional(any('value1')), optional(any('value2'))], (run, one = null, other = null) => identical(one, other, run))],
  'day of year': ofDay((date) => numberOf(date.epochDay - toEpochDay(date.year, 1, 1) + 1)),
  'day of week': ofDay((date) => weekdays[date.weekday - 1] ?? null),
  'month of year': ofDay((date) => monthNames[date.month - 1] ?? null),
  'week of year': ofDay((date) => numberOf(weekOfYear(date.epochDay))),
  'last day of month': ofDay((date) => numberOf(daysInMonth(date.year, date.month))),
  now: [define([], (run) => now(run.environment))],
  today: [define([], (run) => today(run.environment))],
}

function ofDay(body: (date: FeelDate) => FeelValue): FeelFunction {
  return [define([day('date')], (_, value) => body(dayOf(value)))]
}
