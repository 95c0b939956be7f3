import type { DateText, DateTimeText } from '../fields.ts'
import { isDate, isDateTime, isTime } from './dates.ts'

/**
 * Reads a day that a person typed or copied, in Chinese, English or Vietnamese: `2026/11/3`, `20261103`, `2026年11月3日`, `3 Nov 2026`,
 * `Nov 3, 2026`, `ngày 3 tháng 11 năm 2026`; with `today` also without its year (`11-03`, `11月3日`, `3 Nov`), which is then today's.
 * A time of day behind it is left out. Null when it is none, or may be two days (`05/11/2026`).
 */
export function dayIn(typed: string, today?: DateText): DateText | null {
  return dayOf(splitTime(plainOf(typed)).day, today)
}

/** Reads a day with a time, whose seconds may be missing; a day alone begins at midnight. */
export function momentIn(typed: string, today?: DateText): DateTimeText | null {
  const { day, time } = splitTime(plainOf(typed))
  const date = dayOf(day, today)
  const clock = time === '' ? '00:00:00' : clockOf(time)
  const moment = date && clock && `${date} ${clock}`
  return moment && isDateTime(moment) ? moment : null
}

/** Reads a time of day as HH:mm: `9:30`, `0930`, `9点30分`, `9h30`, `3:30 pm`, `下午3:30`; seconds are left out. */
export function timeIn(typed: string): string | null {
  return clockOf(plainOf(typed))?.slice(0, 5) ?? null
}

/** Reads a month as yyyy-MM: `2026-11`, `2026/11`, `202611`, `2026年11月`, `11/2026`, `Nov 2026`, or the first day of one. */
export function monthIn(typed: string): string | null {
  const text = plainOf(typed)
  const day = dayOf(splitTime(text).day, undefined)
  if (day) return day.endsWith('-01') ? day.slice(0, 7) : null
  return firstOf(monthForms, text, undefined)?.slice(0, 7) ?? null
}

/** Full-width digits and signs as plain ones, without characters that cannot be seen. */
const plainOf = (typed: string): string => typed.replaceAll(/[\u200b-\u200d\u2060\ufeff]/g, '').normalize('NFKC').trim().toLowerCase()

const clockForms = [
  /^(?<half>am|pm|上午|下午|晚上|早上|中午)?\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.0+)?)?\s*(?<behind>am|pm)?$/,
  /^(?<half>上午|下午|晚上|早上|中午)?\s*(?<hour>\d{1,2})[点时](?:(?<minute>\d{1,2})分?)?$/,
  /^(?<hour>\d{1,2})h(?<minute>\d{2})?$/,
  /^(?<hour>\d{1,2})\s*(?<behind>am|pm)$/,
  /^(?<hour>\d{2})(?<minute>\d{2})$/,
]

/** HH:mm:ss of a text that is a time of day only. */
function clockOf(text: string): string | null {
  const found = clockForms.map((form) => form.exec(text)?.groups).find(Boolean)
  if (!found) return null
  const { hour = '', minute = '00', second = '00', half, behind } = found
  const hours = hourOf(Number(hour), half ?? behind)
  const clock = [String(hours), minute, second].map((part) => part.padStart(2, '0')).join(':')
  return hours !== null && isTime(clock) ? clock : null
}

/** The hour of a clock of 24 hours; null for an hour that its half of the day does not have. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour
  // at eleven it is not noon yet
  const isAfternoon = half === '中午' ? hour !== 11 : afternoons.has(half)
  if (hour > 12) return isAfternoon ? hour : null
  return (hour % 12) + (isAfternoon ? 12 : 0)
}

const afternoons: ReadonlySet<string> = new Set(['pm', '下午', '晚上'])

/** A day and the time of day behind it, either empty. */
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

/** Day and month before the year: in which order, only the figures can say. */
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

/** The date that the first of the forms finds in a text. */
function firstOf(forms: typeof dayForms, text: string, today: DateText | undefined): DateText | null {
  for (const [pattern, order] of forms) {
    const parts = pattern.exec(text)?.slice(1)
    if (parts) return dateOf(named(parts, order), today)
  }
  return null
}

const named = (parts: readonly string[], order: readonly Part[]): Partial<Record<Part, string>> =>
  Object.fromEntries(order.map((part, index) => [part, parts[index]]))

/** Without a day the first one. */
function dateOf({ y = '', m = '', d = '1' }: Partial<Record<Part, string>>, today: DateText | undefined): DateText | null {
  const year = y || today?.slice(0, 4)
  const place = months.indexOf(m)
  const date = `${year}-${(place < 0 ? m : String(place + 1)).padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDate(date) ? date : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
