import dayjs from 'dayjs'

/** Days from the first to the last, yyyy-MM-dd. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The month at which sums of months begin or end for a day, so that the fewest days are read beside them. */
export interface MonthEdge {
  /** The first day of the first month, or the last day of the last. */
  readonly month: string
  /** Days that are asked for and lie in none of the months. */
  readonly added?: Days
  /** Days of the months that are not asked for. */
  readonly removed?: Days
}

const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

/** The beginning of the months for what begins on a day. */
export function beginOfMonths(from: string): MonthEdge {
  const day = dayjs(from)
  const month = day.startOf('month')
  if (day.date() === 1) return { month: from }
  if (day.date() - 1 <= day.daysInMonth() - day.date() + 1)
    return { month: text(month), removed: { from: text(month), to: text(day.subtract(1, 'day')) } }
  return { month: text(month.add(1, 'month')), added: { from, to: text(month.endOf('month')) } }
}

/** The end of the months for what ends with a day. */
export function endOfMonths(to: string): MonthEdge {
  const day = dayjs(to)
  const last = text(day.endOf('month'))
  if (to === last) return { month: last }
  if (day.daysInMonth() - day.date() <= day.date()) return { month: last, removed: { from: text(day.add(1, 'day')), to: last } }
  return { month: text(day.startOf('month').subtract(1, 'day')), added: { from: text(day.startOf('month')), to } }
}
