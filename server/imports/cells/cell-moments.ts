import { isDate, isDateTime, isTime } from '#kernel/values/dates.ts'

/**
 * A day as people write it: 2026-11-20, 2026/11/20, 2026.11.20, 20261120, 2026年11月20日; a time of day behind it is
 * left out. Undefined when it is none.
 */
export function dayOf(text: string): string | undefined {
  const [, year, month, day] = daysWritten.map((pattern) => pattern.exec(text)).find(Boolean) ?? []
  if (!year || !month || !day) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** A day with a time, whose seconds may be missing; a day alone begins at midnight. */
export function momentOf(text: string): string | undefined {
  const day = dayOf(text)
  if (!day) return undefined
  const time = /[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  const moment = `${day} ${time ? `${time[1]?.padStart(2, '0')}:${time[2]}:${time[3] ?? '00'}` : '00:00:00'}`
  return isDateTime(moment) ? moment : undefined
}

/** HH:mm; a spreadsheet adds seconds of its own. */
export function timeOf(text: string): string | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text) ?? []
  const time = `${hour?.padStart(2, '0')}:${minute}`
  return isTime(time) ? time : undefined
}

/** A month, yyyy-MM: 2026-11, 2026/11, 202611, 2026年11月, or the first day that a spreadsheet makes of these. */
export function monthOf(text: string): string | undefined {
  const day = dayOf(text)
  if (day) return day.endsWith('-01') ? day.slice(0, 7) : undefined
  const [, year, month] = monthsWritten.map((pattern) => pattern.exec(text)).find(Boolean) ?? []
  return year && month && dayOf(`${year}-${month}-01`)?.slice(0, 7)
}

const monthsWritten = [/^(\d{4})[-/.年](\d{1,2})月?$/, /^(\d{4})(\d{2})$/]

const time = String.raw`(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$`

const daysWritten = [
  new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}`),
  new RegExp(String.raw`^(\d{4})年(\d{1,2})月(\d{1,2})日${time}`),
  new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})${time}`),
]
