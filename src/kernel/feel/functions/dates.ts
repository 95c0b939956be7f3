import { identical } from '../equality.ts'
import { numberOf } from '../numbers.ts'
import { dayOf } from '../temporal/arithmetic.ts'
import { daysInMonth, toEpochDay, weekOfYear } from '../temporal/calendar.ts'
import { FeelDate } from '../temporal/date.ts'
import type { FeelValue } from '../values.ts'
import { define, type FeelFunction } from './define.ts'
import { any, day, optional } from './parameters.ts'
import type { Environment } from '../run.ts'
import { FeelDateTime } from '../temporal/date-time.ts'
import { parseDate, parseDateTime } from '../temporal/parse.ts'
import { Zone } from '../temporal/zone.ts'

/** Time zone of the system clock when the environment gives no time. */
const homeZone = '@Asia/Shanghai'

/** `today()`: the environment's date, the date of its `now`, or the system clock. */
function today(environment: Environment): FeelDate | null {
  if (environment.today !== undefined) return parseDate(environment.today) ?? parseDateTime(environment.today)?.date ?? null
  return now(environment)?.date ?? null
}

/** `now()`: the environment's, or the system clock with the offset of the home zone. */
function now(environment: Environment): FeelDateTime | null {
  return environment.now === undefined ? systemClock() : parseDateTime(environment.now)
}

function systemClock(): FeelDateTime | null {
  const milliseconds = Date.now()
  const seconds = Math.floor(milliseconds / 1000)
  const zone = Zone.parse(homeZone) ?? Zone.utc
  const offset = Zone.fixed(zone.offsetAtInstant(seconds)) ?? Zone.utc
  return FeelDateTime.ofInstant(seconds, (milliseconds - seconds * 1000) * 1_000_000, offset)
}

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
