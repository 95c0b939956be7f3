import type { Locale } from '#kernel/wording/label.ts'

const names = { short: new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }) }

/** Name of a month (yyyy-MM) without its year, such as Nov or 11月. */
export const monthName = (month: string, locale: Locale, length: keyof typeof names = 'short'): string =>
  locale === 'en' ? names[length].format(new Date(`${month}-01T00:00:00Z`)) : `${Number(month.slice(5))}月`

/** Axis labels of months (yyyy-MM) or days (yyyy-MM-dd); the year is left out where it is the same for all. */
export function timeNames(times: readonly string[], locale: Locale): readonly string[] {
  if (new Set(times.map((time) => time.slice(0, 4))).size > 1) return times
  return times.map((time) => (time.length > 'yyyy-MM'.length ? time.slice(5) : monthName(time, locale)))
}
