import type { Locale } from '#kernel/wording/label.ts'

const dayLength = 86_400_000

const day = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Full weeks (Monday to Sunday) that cover a month (yyyy-MM), as days yyyy-MM-dd. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayLength
  const last = Date.parse(`${shifted(month, 1)}-01T00:00:00Z`) - dayLength
  const weeks = Math.ceil((last - start + dayLength) / (7 * dayLength))
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_day, index) => day(start + (week * 7 + index) * dayLength)))
}

/** Shifts a month by a number of months. */
export function shifted(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Title of a month, e.g. November 2026 or 2026年11月. */
export const monthTitle = (month: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'cn' ? 'zh-CN' : 'en-GB', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

/** A period to draw as a bar; days yyyy-MM-dd, both inclusive. */
interface Stretch {
  readonly from: string
  readonly to: string
}

/** Position of a bar within a week. */
export interface WeekBar<Item> {
  readonly item: Item
  /** Index of the first day, from 0. */
  readonly start: number
  readonly days: number
  /** Row below the days, from 0; bars of one lane do not overlap. */
  readonly lane: number
  /** The period extends before, or after, this week. */
  readonly isContinued: boolean
  readonly continues: boolean
}

/** Lays out the bars of a week: earlier and then longer ones in upper lanes. */
export function barsOf<Item extends Stretch>(week: readonly string[], items: readonly Item[]): readonly WeekBar<Item>[] {
  const [monday = '', sunday = ''] = [week[0], week.at(-1)]
  const touching = items.filter(({ from, to }) => from <= sunday && monday <= to)
  const ends: string[] = []
  return touching.toSorted((one, other) => one.from.localeCompare(other.from) || other.to.localeCompare(one.to)).map((item) => {
    const free = ends.findIndex((end) => end < item.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = item.to
    const [first, last] = [item.from < monday ? monday : item.from, item.to > sunday ? sunday : item.to]
    return { item, lane, start: week.indexOf(first), days: week.indexOf(last) - week.indexOf(first) + 1, isContinued: item.from < monday,
      continues: item.to > sunday }
  })
}
