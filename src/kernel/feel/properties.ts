import { numberOf } from './numbers.ts'
import type { FeelDate } from './temporal/date.ts'
import type { FeelDateTime } from './temporal/date-time.ts'
import { DaysTimeDuration, type YearsMonthsDuration } from './temporal/duration.ts'
import type { FeelTime } from './temporal/time.ts'
import { type FeelRange, type FeelValue, kindOf } from './values.ts'

/** A property of a date, time, duration or range; null when the type has no such property. */
export function propertyOf(value: FeelValue, name: string): FeelValue {
  const property = properties[kindOf(value)]?.[name]
  return property ? property(value as never) : null
}

type Properties = Readonly<Record<string, (value: never) => FeelValue>>

const dateProperties: Properties = {
  year: (date: FeelDate) => numberOf(date.year),
  month: (date: FeelDate) => numberOf(date.month),
  day: (date: FeelDate) => numberOf(date.day),
  weekday: (date: FeelDate) => numberOf(date.weekday),
}

const timeProperties: Properties = {
  hour: (time: FeelTime) => numberOf(time.hour),
  minute: (time: FeelTime) => numberOf(time.minute),
  second: (time: FeelTime) => numberOf(time.second),
  'time offset': (time: FeelTime) => offsetOf(time, time.secondOfDay),
  timezone: (time: FeelTime) => time.zone?.id ?? null,
}

const momentProperties: Properties = {
  ...mapped(dateProperties, (moment: FeelDateTime) => moment.date),
  ...mapped(timeProperties, (moment: FeelDateTime) => moment.time),
  'time offset': (moment: FeelDateTime) => offsetOf(moment.time, moment.localSeconds),
}

const properties: Readonly<Partial<Record<string, Properties>>> = {
  date: dateProperties,
  time: timeProperties,
  'date and time': momentProperties,
  'days and time duration': {
    days: (duration: DaysTimeDuration) => numberOf(duration.parts.days),
    hours: (duration: DaysTimeDuration) => numberOf(duration.parts.hours),
    minutes: (duration: DaysTimeDuration) => numberOf(duration.parts.minutes),
    seconds: (duration: DaysTimeDuration) => numberOf(duration.parts.seconds),
  },
  'years and months duration': {
    years: (duration: YearsMonthsDuration) => numberOf(duration.years),
    months: (duration: YearsMonthsDuration) => numberOf(duration.months),
  },
  range: {
    start: (range: FeelRange) => range.start,
    end: (range: FeelRange) => range.end,
    'start included': (range: FeelRange) => range.startIncluded,
    'end included': (range: FeelRange) => range.endIncluded,
  },
}

function mapped<T>(table: Properties, part: (value: T) => unknown): Properties {
  return Object.fromEntries(Object.entries(table).map(([name, property]) => [name, (value: T) => property(part(value) as never)]))
}

function offsetOf(time: FeelTime, localSeconds: number): FeelValue {
  return time.zone ? DaysTimeDuration.ofSeconds(time.zone.offsetAtLocal(localSeconds)) : null
}
