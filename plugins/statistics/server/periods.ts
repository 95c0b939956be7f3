import dayjs from 'dayjs'
import { startOfDay, todayOf } from '#kernel/values/dates.ts'
import type { Host } from '#server/host.ts'

/** First and last day, yyyy-MM-dd. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const dayFormat = 'YYYY-MM-DD'

/**
 * The preceding period of the same length: in months if it starts on the first of a month, else in days. If the period is not over by
 * `upTo`, only as many days of the preceding period are taken.
 */
export function periodBefore(period: DayRange, upTo?: string): DayRange {
  const [first, last] = [dayjs(period.from), dayjs(period.to)]
  const counted = upToDay(period, upTo)
  if (first.date() !== 1) {
    const days = last.diff(first, 'day') + 1
    return { from: first.subtract(days, 'day').format(dayFormat), to: dayjs(counted.to).subtract(days, 'day').format(dayFormat) }
  }
  return shifted(counted, last.diff(first, 'month') + 1)
}

/** The same period a year earlier; also capped at `upTo`. */
export const yearBefore = (period: DayRange, upTo?: string): DayRange => shifted(upToDay(period, upTo), 12)

const upToDay = ({ from, to }: DayRange, upTo = to): DayRange => (from <= upTo && upTo < to ? { from, to: upTo } : { from, to })

/** Shifts a range back by months; the last day of a month remains the last day. */
function shifted({ from, to }: DayRange, months: number): DayRange {
  const last = dayjs(to)
  const back = last.subtract(months, 'month')
  const isWhole = last.date() === last.daysInMonth()
  return { from: dayjs(from).subtract(months, 'month').format(dayFormat), to: (isWhole ? back.endOf('month') : back).format(dayFormat) }
}

/** Every month of a period, yyyy-MM. */
export function monthsOf({ from, to }: DayRange): readonly string[] {
  const count = dayjs(to).startOf('month').diff(dayjs(from).startOf('month'), 'month') + 1
  return Array.from({ length: count }, (_, index) => dayjs(from).startOf('month').add(index, 'month').format('YYYY-MM'))
}

/** Every day of a period, yyyy-MM-dd. */
export function daysOf({ from, to }: DayRange): readonly string[] {
  const count = Math.max(0, dayjs(to).diff(dayjs(from), 'day') + 1)
  return Array.from({ length: count }, (_, index) => dayjs(from).add(index, 'day').format(dayFormat))
}

/** The day up to which documents are counted, yesterday, and the instant at which it ended. */
export function dataUpTo(host: Pick<Host, 'clock'>): { readonly dataDate: string; readonly before: Date } {
  const before = startOfDay(todayOf(host.clock.now()))
  return { dataDate: lastDayBefore(before), before }
}

/** The last full day before an instant. */
export const lastDayBefore = (before: Date): string => dayjs(todayOf(before)).subtract(1, 'day').format('YYYY-MM-DD')
