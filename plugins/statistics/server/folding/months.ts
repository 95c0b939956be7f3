import dayjs from 'dayjs'
import { todayOf } from '#kernel/values/dates.ts'
import type { FactFilter } from '../fact-filter.ts'

/** The months that lie in a period as a whole, and the days before and after them. */
export interface Months {
  readonly folded: FactFilter | undefined
  readonly rest: readonly FactFilter[]
}

const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

/** Divides a period. A month is whole, too, where nothing of it is left out but what lies after the day up to which facts are counted. */
export function wholeMonths(filter: FactFilter): Months {
  const { from, to, before } = filter
  const first = dayjs(from).date() === 1 ? dayjs(from) : dayjs(from).add(1, 'month').startOf('month')
  const last = text(dayjs(todayOf(before)).subtract(1, 'day')) <= to ? dayjs(to).endOf('month') : dayjs(to)
  const next = last.add(1, 'day').startOf('month')
  if (!first.isBefore(next)) return { folded: undefined, rest: [filter] }
  const [begin, end] = [text(first), text(next.subtract(1, 'day'))]
  const earlier = from < begin ? [{ ...filter, to: text(first.subtract(1, 'day')) }] : []
  const later = end < text(last) ? [{ ...filter, from: text(next) }] : []
  return { folded: { ...filter, from: begin, to: end }, rest: [...earlier, ...later] }
}
