import { FeelDate } from './date.ts'
import { FeelDateTime, FeelTime, Zone } from './date-time.ts'
import { DaysTimeDuration, type Duration, YearsMonthsDuration } from './duration.ts'

/** Maximum length of a temporal literal, in characters; bounds the cost of hostile input. */
const longest = 100
const dateText = /^(-?(?:[1-9]\d{4,8}|\d{4}))-(\d\d)-(\d\d)$/
const timeText = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-][\d:]+|@.+)?$/
const monthsText = /^(-)?P(?:(\d{1,18})Y)?(?:(\d{1,18})M)?$/
const daysText = /^(-)?P(?:(\d{1,18})D)?(?:T(?:(\d{1,18})H)?(?:(\d{1,18})M)?(?:(\d{1,18})(?:\.(\d*))?S)?)?$/

/** Parses `2026-11-20`; null if invalid. */
export function parseDate(text: string): FeelDate | null {
  const [, year, month, day] = (text.length <= longest && dateText.exec(text)) || []
  return year === undefined ? null : FeelDate.of(Number(year), Number(month), Number(day))
}

/** Midnight at the end of a day, i.e. 00:00:00 of the next. */
const endOfDay = '24:00:00'

/** Parses `10:30:00`, `10:30:00.5Z`, `10:30:00+08:00` or `10:30:00@Asia/Shanghai`; null if invalid. */
export function parseTime(text: string): FeelTime | null {
  const match = text.length <= longest ? timeText.exec(text.replace(midnightOfEnd, '00:00:00')) : null
  if (!match) return null
  const [, hour, minute, second, fraction, zoneText = ''] = match
  const zone = zoneText === '' ? null : Zone.parse(zoneText)
  if (zoneText !== '' && !zone) return null
  return FeelTime.of({ hour: Number(hour), minute: Number(minute), second: Number(second), nano: nanosOf(fraction), zone })
}

const midnightOfEnd = /^24:00:00(?:\.0+)?(?=[^.\d]|$)/

/** Parses a date, `T` and a time; a date alone is its midnight. Null if invalid. */
export function parseDateTime(text: string): FeelDateTime | null {
  const split = text.indexOf('T')
  if (split < 0) return midnight(parseDate(text))
  const date = parseDate(text.slice(0, split))
  const time = date && parseTime(text.slice(split + 1))
  const day = date && text.startsWith(endOfDay, split + 1) ? FeelDate.ofEpochDay(date.epochDay + 1) : date
  return day && time && new FeelDateTime(day, time)
}

/** Parses `P1Y2M` or `P1DT2H3M4.5S`; null if invalid. */
export function parseDuration(text: string): Duration | null {
  if (text.length > longest || !/\d[YMDHS]$|\.S$/.test(text)) return null
  return parseMonths(text) ?? parseDays(text)
}

/** Parses the content of a literal `@"…"`; null if invalid. */
export function parseTemporal(text: string): FeelDate | FeelTime | FeelDateTime | Duration | null {
  if (/^-?P/.test(text)) return parseDuration(text)
  if (text.includes('T') && dateLike.test(text)) return parseDateTime(text)
  return parseDate(text) ?? parseTime(text)
}

const dateLike = /^-?\d+-\d/

function midnight(date: FeelDate | null): FeelDateTime | null {
  return date && new FeelDateTime(date, FeelTime.ofSecondOfDay(0, 0, null))
}

function parseMonths(text: string): YearsMonthsDuration | null {
  const match = monthsText.exec(text)
  if (!match) return null
  const total = Number(match[2] ?? 0) * 12 + Number(match[3] ?? 0)
  if (!Number.isSafeInteger(total)) return null
  return new YearsMonthsDuration(match[1] ? -total : total)
}

function parseDays(text: string): DaysTimeDuration | null {
  const match = daysText.exec(text)
  if (!match) return null
  const part = (index: number): bigint => BigInt(match[index] ?? 0)
  const seconds = part(2) * 86_400n + part(3) * 3600n + part(4) * 60n + part(5)
  const nanos = seconds * 1_000_000_000n + BigInt(nanosOf(match[6]))
  return new DaysTimeDuration(match[1] ? -nanos : nanos)
}

function nanosOf(fraction: string | undefined): number {
  return Number((fraction ?? '').slice(0, 9).padEnd(9, '0'))
}
