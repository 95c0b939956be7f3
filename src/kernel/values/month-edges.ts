import dayjs from 'dayjs'

/** A range of dates, both inclusive, yyyy-MM-dd. */
export interface Days {
  readonly from: string
  readonly to: string
}

/**
 * One end of a period that is summed from monthly totals plus single days: the nearest month boundary, and the days to add or subtract,
 * whichever are fewer.
 */
export interface MonthEdge {
  /** First day of the first month, or last day of the last month. */
  readonly month: string
  /** Days of the period outside of these months. */
  readonly added?: Days
  /** Days of these months outside of the period. */
  readonly removed?: Days
}

const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

/** The month boundary for a period that begins on a day. */
export function beginOfMonths(from: string): MonthEdge {
  const day = dayjs(from)
  const month = day.startOf('month')
  if (day.date() === 1) return { month: from }
  if (day.date() - 1 <= day.daysInMonth() - day.date() + 1)
    return { month: text(month), removed: { from: text(month), to: text(day.subtract(1, 'day')) } }
  return { month: text(month.add(1, 'month')), added: { from, to: text(month.endOf('month')) } }
}

/** The month boundary for a period that ends with a day. */
export function endOfMonths(to: string): MonthEdge {
  const day = dayjs(to)
  const last = text(day.endOf('month'))
  if (to === last) return { month: last }
  if (day.daysInMonth() - day.date() <= day.date()) return { month: last, removed: { from: text(day.add(1, 'day')), to: last } }
  return { month: text(day.startOf('month').subtract(1, 'day')), added: { from: text(day.startOf('month')), to } }
}
