import type { DateText, DateTimeText } from '../fields.ts'

/** The company's time zone. */
const timeZone = 'Asia/Shanghai'

/** The date in Asia/Shanghai at an instant, yyyy-MM-dd. */
export const todayOf = (instant: Date): DateText => nowOf(instant).slice(0, 10)

/** The date and time in Asia/Shanghai at an instant, yyyy-MM-dd HH:mm:ss. */
export function nowOf(instant: Date): DateTimeText {
  const time = instant.getTime()
  // fast path: lists format hundreds of instants, and Intl is slow
  if (time >= standardFrom && time < standardTo) return new Date(time + ahead).toISOString().slice(0, 19).replace('T', ' ')
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}

/** The instant of a date and time in Asia/Shanghai (+08:00 since 1991); null if invalid. */
export function instantOf(text: DateTimeText): Date | null {
  return isDateTime(text) ? new Date(`${text.replace(' ', 'T')}+08:00`) : null
}

/**
 * The first instant of a day in Asia/Shanghai.
 * @throws RangeError when the text is not a date; schemas refuse such a text beforehand
 */
export function startOfDay(day: DateText): Date {
  const start = instantOf(`${day} 00:00:00`)
  if (!start) throw new RangeError(`${day} is no day of the calendar`)
  return start
}

/** The first instant of the following day in Asia/Shanghai. @throws RangeError as `startOfDay` */
export const endOfDay = (day: DateText): Date => new Date(startOfDay(day).getTime() + 86_400_000)

/** Returns whether a text is a valid date, yyyy-MM-dd. */
export function isDate(text: string): boolean {
  const [, year, month, day] = dateText.exec(text) ?? []
  if (year === undefined) return false
  return Number(year) > 0 && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}

/** Returns whether a text is HH:mm or HH:mm:ss of a 24-hour clock. */
export const isTime = (text: string): boolean => timeText.test(text)

/** Returns whether a text is a valid date and time, yyyy-MM-dd HH:mm:ss. */
export function isDateTime(text: string): boolean {
  return text.length === 19 && text[10] === ' ' && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

/** Formats a date, or a date and time without seconds, for display; "-" if empty. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '-'
  return value.length === 19 ? value.slice(0, 16) : value
}

const dateText = /^(\d{4})-(\d{2})-(\d{2})$/
const timeText = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Range of the fast path: from the end of Shanghai's last daylight saving time to the last year with four digits. */
const standardFrom = Date.UTC(1991, 8, 14, 17)
const standardTo = Date.UTC(9999, 0)
const ahead = 8 * 3_600_000

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone,
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (lengths[month - 1] ?? 0)
}
