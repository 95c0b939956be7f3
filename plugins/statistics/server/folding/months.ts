import dayjs from 'dayjs'
import { todayOf } from '#kernel/values/dates.ts'
import type { FactFilter } from '../fact-filter.ts'
import type { Period } from '../periods.ts'

/** The months that lie in a period as a whole, and the days before and after them. */
export interface Months {
  readonly folded: FactFilter | undefined
  readonly rest: readonly FactFilter[]
}

/** Times of one length that lie beside each other, by the first and last day on which they may begin. */
export interface Span extends Period {
  readonly span: 'day' | 'month' | 'year'
}

const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

/** Divides a period. A month is whole, too, where nothing of it is left out but days to come, of which there are no facts. */
export function wholeMonths(filter: FactFilter): Months {
  const { from, to } = filter
  const first = dayjs(from).date() === 1 ? dayjs(from) : dayjs(from).add(1, 'month').startOf('month')
  const last = reachesEnd(filter) ? dayjs(to).endOf('month') : dayjs(to)
  const next = last.add(1, 'day').startOf('month')
  if (!first.isBefore(next)) return { folded: undefined, rest: [filter] }
  const [begin, end] = [text(first), text(next.subtract(1, 'day'))]
  const earlier = from < begin ? [{ ...filter, to: text(first.subtract(1, 'day')) }] : []
  const later = end < text(last) ? [{ ...filter, from: text(next) }] : []
  return { folded: { ...filter, from: begin, to: end }, rest: [...earlier, ...later] }
}

/** The years that lie in a period of whole months, and the months before and after them; a year is whole as a month is. */
export function wholeYears(filter: FactFilter): readonly Span[] {
  const { from, to } = filter
  const [begun, ended] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  const first = from.endsWith('-01-01') ? begun : begun + 1
  const last = to.endsWith('-12-31') || reachesEnd(filter) ? ended : ended - 1
  if (first > last) return [{ span: 'month', from, to }]
  const spans: readonly Span[] = [
    { span: 'month', from, to: `${first - 1}-12-31` },
    { span: 'year', from: `${first}-01-01`, to: `${last}-01-01` },
    { span: 'month', from: `${last + 1}-01-01`, to },
  ]
  return spans.filter((each) => each.from <= each.to)
}

/** Whether the page has no facts of days after the period. */
const reachesEnd = ({ to, before, hasLaterDays }: FactFilter): boolean => !hasLaterDays && text(dayjs(todayOf(before)).subtract(1, 'day')) <= to
