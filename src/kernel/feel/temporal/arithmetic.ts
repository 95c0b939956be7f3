import { FeelDate } from './date.ts'
import { FeelDateTime, FeelTime, Zone } from './date-time.ts'
import { DaysTimeDuration, YearsMonthsDuration } from './duration.ts'

const nanosPerSecond = 1_000_000_000n
const secondsPerDay = 86_400

/** Adds whole months to a date or moment; null if the result is outside the calendar. */
export function plusMonths<T extends FeelDate | FeelDateTime>(value: T, months: number): FeelDate | FeelDateTime | null {
  if (value instanceof FeelDate) return value.plusMonths(months)
  const date = value.date.plusMonths(months)
  return date && new FeelDateTime(date, value.time)
}

/** Adds a duration to a date, moment or time. A date is treated as midnight and stays a date; a time wraps around. */
export function plusNanos(value: FeelDate | FeelDateTime | FeelTime, nanos: bigint): FeelDate | FeelDateTime | FeelTime | null {
  if (value instanceof FeelDate) return shiftDate(value, nanos)
  return value instanceof FeelTime ? shiftTime(value, nanos) : shiftDateTime(value, nanos)
}

/** The duration from `from` to `to`; null when only one of them has a zone. A date is treated as midnight UTC. */
export function between(from: FeelDate | FeelDateTime, to: FeelDate | FeelDateTime): DaysTimeDuration | null {
  const [start, end] = [asMoment(from), asMoment(to)]
  if (!start.zone && !end.zone) return elapsed(end.localSeconds - start.localSeconds, end.time.nano - start.time.nano)
  const [one, other] = [start.instant, end.instant]
  if (one === null || other === null) return null
  return elapsed(other - one, end.time.nano - start.time.nano)
}

/** The duration between two times of day; null when only one has a zone. */
export function betweenTimes(from: FeelTime, to: FeelTime): DaysTimeDuration | null {
  const nanos = to.nano - from.nano
  if (!from.zone && !to.zone) return elapsed(to.secondOfDay - from.secondOfDay, nanos)
  const [one, other] = [from.utcSecond, to.utcSecond]
  return one === null || other === null ? null : elapsed(other - one, nanos)
}

/** Whole months between two days, truncated towards zero. */
export function monthsBetween(from: FeelDate | FeelDateTime, to: FeelDate | FeelDateTime): YearsMonthsDuration {
  const [start, end] = [dayOf(from), dayOf(to)]
  let months = (end.year - start.year) * 12 + (end.month - start.month)
  if (months > 0 && end.day < start.day) months--
  if (months < 0 && end.day > start.day) months++
  return new YearsMonthsDuration(months)
}

/** The date of a date and time, in its own zone. */
export function dayOf(value: FeelDate | FeelDateTime): FeelDate {
  return value instanceof FeelDate ? value : value.date
}

function asMoment(value: FeelDate | FeelDateTime): FeelDateTime {
  return value instanceof FeelDate ? new FeelDateTime(value, FeelTime.ofSecondOfDay(0, 0, Zone.utc)) : value
}

function elapsed(seconds: number, nanos: number): DaysTimeDuration {
  return DaysTimeDuration.ofSeconds(seconds, nanos)
}

/** Adds nanoseconds, returning the carry in whole seconds and the remaining nanoseconds. */
function carry(nano: number, nanos: bigint): { seconds: number; nano: number } {
  const total = BigInt(nano) + nanos
  const rest = ((total % nanosPerSecond) + nanosPerSecond) % nanosPerSecond
  return { seconds: Number((total - rest) / nanosPerSecond), nano: Number(rest) }
}

function shiftDate(date: FeelDate, nanos: bigint): FeelDate | null {
  const { seconds } = carry(0, nanos)
  return FeelDate.ofEpochDay(date.epochDay + Math.floor(seconds / secondsPerDay))
}

function shiftTime(time: FeelTime, nanos: bigint): FeelTime {
  const { seconds, nano } = carry(time.nano, nanos)
  const wrapped = (((time.secondOfDay + seconds) % secondsPerDay) + secondsPerDay) % secondsPerDay
  return FeelTime.ofSecondOfDay(wrapped, nano, time.zone)
}

function shiftDateTime(value: FeelDateTime, nanos: bigint): FeelDateTime | null {
  const { seconds, nano } = carry(value.time.nano, nanos)
  const instant = value.instant
  if (instant === null || value.zone === null) return FeelDateTime.ofLocal(value.localSeconds + seconds, nano, value.zone)
  return FeelDateTime.ofInstant(instant + seconds, nano, value.zone)
}
