import type { DateText, DateTimeText } from '../fields.ts'
import { isDate, isDateTime, isTime } from './dates.ts'

/**
 * Parses a date that was typed or pasted, in Chinese, English or Vietnamese: `2026/11/3`, `20261103`, `2026年11月3日`, `3 Nov 2026`,
 * `Nov 3, 2026`, `ngày 3 tháng 11 năm 2026`. With `today`, the year may be missing (`11-03`, `11月3日`, `3 Nov`) and is taken from it.
 * A time of day is ignored. Null if it is invalid or ambiguous (`05/11/2026`).
 */
export function dayIn(typed: string, today?: DateText): DateText | null {
  return dayOf(splitTime(plainOf(typed)).day, today)
}

/** Parses a date with a time; seconds are optional, a date alone means midnight. */
export function momentIn(typed: string, today?: DateText): DateTimeText | null {
  const { day, time } = splitTime(plainOf(typed))
  const date = dayOf(day, today)
  const clock = time === '' ? '00:00:00' : clockOf(time)
  const moment = date && clock && `${date} ${clock}`
  return moment && isDateTime(moment) ? moment : null
}

/** Parses a time of day to HH:mm: `9:30`, `0930`, `9点30分`, `9h30`, `3:30 pm`, `下午3:30`; seconds are dropped. */
export function timeIn(typed: string): string | null {
  return clockOf(plainOf(typed))?.slice(0, 5) ?? null
}

/** Parses a month to yyyy-MM: `2026-11`, `2026/11`, `202611`, `2026年11月`, `11/2026`, `Nov 2026`, or its first day. */
export function monthIn(typed: string): string | null {
  const text = plainOf(typed)
  const day = dayOf(splitTime(text).day, undefined)
  if (day) return day.endsWith('-01') ? day.slice(0, 7) : null
  return firstOf(monthForms, text, undefined)?.slice(0, 7) ?? null
}

/** Normalises full-width characters and removes invisible ones. */
const plainOf = (typed: string): string => typed.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').normalize('NFKC').trim().toLowerCase()

const clockForms = [
  /^(?<half>am|pm|上午|下午|晚上|早上|中午)?\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.0+)?)?\s*(?<behind>am|pm)?$/,
  /^(?<half>上午|下午|晚上|早上|中午)?\s*(?<hour>\d{1,2})[点时](?:(?<minute>\d{1,2})分?)?$/,
  /^(?<hour>\d{1,2})h(?<minute>\d{2})?$/,
  /^(?<hour>\d{1,2})\s*(?<behind>am|pm)$/,
  /^(?<hour>\d{2})(?<minute>\d{2})$/,
]

/** Parses a text that is only a time of day, to HH:mm:ss. */
function clockOf(text: string): string | null {
  const found = clockForms.map((form) => form.exec(text)?.groups).find(Boolean)
  if (!found) return null
  const { hour = '', minute = '00', second = '00', half, behind } = found
  const hours = hourOf(Number(hour), half ?? behind)
  const clock = [String(hours), minute, second].map((part) => part.padStart(2, '0')).join(':')
  return hours !== null && isTime(clock) ? clock : null
}

/** Converts to a 24-hour clock; null for an hour that does not exist in its half of the day. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour
  // 中午11点 is still in the morning
  const isAfternoon = half === '中午' ? hour !== 11 : afternoons.has(half)
  if (hour > 12) return isAfternoon ? hour : null
  return (hour % 12) + (isAfternoon ? 12 : 0)
}

const afternoons: ReadonlySet<string> = new Set(['pm', '下午', '晚上'])

/** Splits a date from the time of day after it; either may be empty. */
function splitTime(text: string): { readonly day: string; readonly time: string } {
  const [, day = text, time = ''] = /^(.*?\S)[\st,]+((?:上午|下午|晚上|早上|中午|[ap]m)?\s*\d{1,2}(?::|点|时|h).*)$/.exec(text) ?? []
  return { day, time }
}

type Part = 'y' | 'm' | 'd'

const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'

const dayForms: readonly (readonly [RegExp, readonly Part[]])[] = [
  [/^(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})$/, ['y', 'm', 'd']],
  [/^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?$/, ['y', 'm', 'd']],
  [/^(\d{4})(\d{2})(\d{2})$/, ['y', 'm', 'd']],
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-\\s]*(?:of )?${month},?[-\\s]*(\\d{4})$`), ['d', 'm', 'y']],
  [new RegExp(`^${month}\\s*(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})$`), ['m', 'd', 'y']],
  [/^(?:ngày )?(\d{1,2}) (?:tháng|thg) (\d{1,2}),? (?:năm )?(\d{4})$/, ['d', 'm', 'y']],
  [/^(\d{1,2})[-/](\d{1,2})$/, ['m', 'd']],
  [/^(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?$/, ['m', 'd']],
  [new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?\\s*${month}$`), ['d', 'm']],
  [new RegExp(`^${month}\\s*(\\d{1,2})(?:st|nd|rd|th)?$`), ['m', 'd']],
  [/^(?:ngày )?(\d{1,2}) (?:tháng|thg) (\d{1,2})$/, ['d', 'm']],
]

const monthForms: readonly (readonly [RegExp, readonly Part[]])[] = [
  [/^(\d{4})[-/.年](\d{1,2})月?$/, ['y', 'm']],
  [/^(\d{4})(\d{2})$/, ['y', 'm']],
  [/^(\d{1,2})[-/.](\d{4})$/, ['m', 'y']],
  [new RegExp(`^${month},?\\s*(\\d{4})$`), ['m', 'y']],
  [/^(?:tháng|thg) (\d{1,2}),? (?:năm )?(\d{4})$/, ['m', 'y']],
]

/** Day and month in either order before the year; only the numbers can tell which. */
const bothOrders = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

function dayOf(text: string, today: DateText | undefined): DateText | null {
  const [, one, two, year] = bothOrders.exec(text) ?? []
  if (year !== undefined) {
    const readings = [dateOf({ y: year, m: two, d: one }, today), dateOf({ y: year, m: one, d: two }, today)].filter((date) =>
      date !== null
    )
    return new Set(readings).size === 1 ? readings[0] ?? null : null
  }
  return firstOf(dayForms, text, today)
}

/** The date by the first of these formats that matches. */
function firstOf(forms: typeof dayForms, text: string, today: DateText | undefined): DateText | null {
  for (const [pattern, order] of forms) {
    const parts = pattern.exec(text)?.slice(1)
    if (parts) return dateOf(named(parts, order), today)
  }
  return null
}

const named = (parts: readonly string[], order: readonly Part[]): Partial<Record<Part, string>> =>
  Object.fromEntries(order.map((part, index) => [part, parts[index]]))

/** Builds a date; the day defaults to 1. */
function dateOf({ y = '', m = '', d = '1' }: Partial<Record<Part, string>>, today: DateText | undefined): DateText | null {
  const year = y || today?.slice(0, 4)
  const place = months.indexOf(m)
  const date = `${year}-${(place < 0 ? m : String(place + 1)).padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDate(date) ? date : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
