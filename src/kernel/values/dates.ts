import type { DateText, DateTimeText } from '../fields.ts'

/** The company's time zone: every date and time of the product is read on its clock. */
const timeZone = 'Asia/Shanghai'

/** The calendar day in Shanghai at an instant, yyyy-MM-dd. */
export const todayOf = (instant: Date): DateText => nowOf(instant).slice(0, 10)

/** The time of the clock in Shanghai at an instant, yyyy-MM-dd HH:mm:ss. */
export function nowOf(instant: Date): DateTimeText {
  const time = instant.getTime()
  // A list of records says hundreds of instants; asking the calendar for each takes longer than to read them.
  if (time >= standardFrom && time < standardTo) return new Date(time + ahead).toISOString().slice(0, 19).replace('T', ' ')
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}

/** The instant of a date and time in Shanghai, which has kept +08:00 since 1991; null when it is none. */
export function instantOf(text: DateTimeText): Date | null {
  return isDateTime(text) ? new Date(`${text.replace(' ', 'T')}+08:00`) : null
}

/**
 * The first instant of a day in Shanghai.
 * @throws RangeError when the text is no day of the calendar: a schema refuses it before
 */
export function startOfDay(day: DateText): Date {
  const start = instantOf(`${day} 00:00:00`)
  if (!start) throw new RangeError(`${day} is no day of the calendar`)
  return start
}

/** The first instant of the day after a day in Shanghai. @throws RangeError as `startOfDay` */
export const endOfDay = (day: DateText): Date => new Date(startOfDay(day).getTime() + 86_400_000)

/** Returns whether a text is a day of the calendar, yyyy-MM-dd. */
export function isDate(text: string): boolean {
  const [, year, month, day] = dateText.exec(text) ?? []
  if (year === undefined) return false
  return Number(year) > 0 && Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month))
}

/** Returns whether a text is HH:mm or HH:mm:ss of a 24-hour clock. */
export const isTime = (text: string): boolean => timeText.test(text)

/** Returns whether a text is a real day with a time of day, yyyy-MM-dd HH:mm:ss. */
export function isDateTime(text: string): boolean {
  return text.length === 19 && text[10] === ' ' && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

/** A date or a date and time for people, without its seconds; nothing shows as "-". */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '-'
  return value.length === 19 ? value.slice(0, 16) : value
}

const dateText = /^(\d{4})-(\d{2})-(\d{2})$/
const timeText = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Shanghai's last summer time ended; since then its clock is eight hours ahead. Years of more than four digits are written otherwise. */
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
