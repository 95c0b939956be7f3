import type { Decimal } from 'decimal.js'
import { type FeelRange, type FeelValue, not } from '../values.ts'
import { integer, parseNumber } from '../numbers.ts'
import { monthsBetween } from '../temporal/arithmetic.ts'
import { FeelDate } from '../temporal/date.ts'
import { FeelDateTime, FeelTime, Zone } from '../temporal/date-time.ts'
import type { DaysTimeDuration } from '../temporal/duration.ts'
import { parseDate, parseDateTime, parseDuration, parseTemporal, parseTime } from '../temporal/parse.ts'
import { textOf, unescape } from '../text.ts'
import { any, boolean, date, day, define, type FeelFunction, length, moment, nullable, number, optional, text, time } from './define.ts'
import { makeRange } from '../comparison.ts'

const literal = String.raw`-?[\d.][\d.eE+-]*?|@?"(?:[^"\\]|\\.)*"|(?:date and time|date|time|duration)\(\s*"[^"\\]*"\s*\)`
const rangeText = new RegExp(String.raw`^\s*([[\](])\s*(${literal})\s*\.\.\s*(${literal})\s*([\])[])\s*$`)
const longest = 1000

/** Parses `[1..5]`, with literals as ends; null when it is not a range. */
function parseRange(text: string): FeelRange | null {
  const [, open, low, high, close] = (text.length <= longest && rangeText.exec(text)) || []
  if (low === undefined || high === undefined) return null
  const [start, end] = [literalValue(low), literalValue(high)]
  if (start === null || end === null) return null
  return makeRange({ start, end, startIncluded: open === '[', endIncluded: close === ']' })
}

const constructors: Readonly<Record<string, (text: string) => FeelValue>> = {
  date: parseDate,
  time: parseTime,
  'date and time': parseDateTime,
  duration: parseDuration,
}

function literalValue(text: string): FeelValue {
  if (text.startsWith('"')) return unescape(text)
  if (text.startsWith('@')) return parseTemporal(unescape(text.slice(1)))
  const [, name, argument] = /^([a-z ]+)\(\s*"(.*)"\s*\)$/.exec(text) ?? []
  return name === undefined ? parseNumber(text) : constructors[name]?.(argument ?? '') ?? null
}

const separator = (name: string) => nullable(text(name))

/** Functions that convert between types. */
export const conversions: Readonly<Record<string, FeelFunction>> = {
  number: [
    define([text('from')], (_, from) => parseNumber(from)),
    define([text('from'), separator('grouping separator'), separator('decimal separator')],
      (_, from, grouping, point) => groupedNumber(from, grouping, point)),
    define([number('from')], (_, from) => from),
  ],
  string: [define([any('from')], (run, from) => textOf(from, run))],
  range: [define([text('from')], (_, from) => parseRange(from))],
  not: [define([nullable(boolean('negand'))], (_, negand) => not(negand))],
  date: [
    define([text('from')], (_, from) => parseDate(from)),
    define([day('from')], (_, from) => (from instanceof FeelDate ? from : from.date)),
    define([number('year'), number('month'), number('day')],
      (_, year, month, dayOfMonth) => FeelDate.of(year.toNumber(), month.toNumber(), dayOfMonth.toNumber())),
  ],
  time: [
    define([text('from')], (_, from) => parseTime(from)),
    define([time('from')], (_, from) => from),
    define([moment('from')], (_, from) => from.time),
    define([date('from')], () => FeelTime.ofSecondOfDay(0, 0, Zone.utc)),
    define([number('hour'), number('minute'), number('second'), optional(nullable(length('offset')))], (_, ...clock) => clockOf(clock)),
  ],
  'date and time': [
    define([text('from')], (_, from) => parseDateTime(from)),
    define([moment('from')], (_, from) => from),
    define([date('from')], (_, from) => new FeelDateTime(from, FeelTime.ofSecondOfDay(0, 0, Zone.utc))),
    define([day('date'), time('time')], (_, value, clock) => new FeelDateTime(value instanceof FeelDate ? value : value.date, clock)),
    define([moment('date'), text('timezone')], (_, value, zone) => inZone(value, zone)),
  ],
  duration: [define([text('from')], (_, from) => parseDuration(from))],
  'years and months duration': [define([day('from'), day('to')], (_, from, to) => monthsBetween(from, to))],
}

const groupings = new Set([' ', '.', ',', null])
const points = new Set(['.', ',', null])

function groupedNumber(from: string, grouping: string | null, point: string | null): FeelValue {
  if (!groupings.has(grouping) || !points.has(point)) return null
  if (grouping !== null && grouping === point) return null
  const ungrouped = from.replaceAll(grouping ?? '', '')
  if (point !== ',') return parseNumber(ungrouped)
  return ungrouped.includes('.') ? null : parseNumber(ungrouped.replace(point, '.'))
}

type Clock = readonly [Decimal, Decimal, Decimal, DaysTimeDuration | null | undefined]

/** Builds a time from its parts. An offset is in whole seconds; the second may have a fraction. */
function clockOf([hour, minute, second, offset = null]: Clock): FeelTime | null {
  const zone = offset && Zone.fixed(Number(offset.nanos / 1_000_000_000n))
  if (offset && !zone) return null
  const whole = integer(second.floor()) ?? -1
  const nano = second.minus(second.floor()).times(1_000_000_000).trunc().toNumber()
  return FeelTime.of({ hour: hour.toNumber(), minute: minute.toNumber(), second: whole, nano, zone })
}

/** The same instant in another zone; a local date and time is placed in it unchanged. */
function inZone(value: FeelDateTime, text: string): FeelDateTime | null {
  const zone = Zone.parse(text) ?? Zone.parse(`@${text}`)
  if (!zone) return null
  return value.instant === null
    ? new FeelDateTime(value.date, value.time.withZone(zone))
    : FeelDateTime.ofInstant(value.instant, value.time.nano, zone)
}
