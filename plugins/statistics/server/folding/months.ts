import dayjs from 'dayjs'
import { todayOf } from '#kernel/values/dates.ts'
import { beginOfMonths, endOfMonths } from '#kernel/values/month-edges.ts'
import type { FactFilter } from '../fact-filter.ts'
import type { DayRange } from '../periods.ts'

/** Months beside a period. */
export interface Months {
  readonly folded: DayRange
  /** Days of the period that lie in none of the months. */
  readonly added: readonly DayRange[]
  /** Days of the months that are not asked for. */
  readonly removed: readonly DayRange[]
  /** Days of the period that lie in the months. */
  readonly common: DayRange | undefined
}

/** Times of one length that lie beside each other, by the first and last day on which they may begin. */
export interface Span extends DayRange {
  readonly span: 'day' | 'month' | 'year'
}

const text = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD')

/**
 * Divides a period into its whole months and the days before and after them. A month is whole, too, where nothing of it is left out but
 * days to come, of which there are no facts.
 */
export function wholeMonths(filter: FactFilter): { readonly whole: FactFilter | undefined; readonly rest: readonly DayRange[] } {
  const { from, to } = filter
  const first = dayjs(from).date() === 1 ? dayjs(from) : dayjs(from).add(1, 'month').startOf('month')
  const last = reachesEnd(filter) ? dayjs(to).endOf('month') : dayjs(to)
  const next = last.add(1, 'day').startOf('month')
  if (!first.isBefore(next)) return { whole: undefined, rest: [{ from, to }] }
  const [begin, end] = [text(first), text(next.subtract(1, 'day'))]
  const earlier = from < begin ? [{ from, to: text(first.subtract(1, 'day')) }] : []
  const later = end < text(last) ? [{ from: text(next), to }] : []
  return { whole: { ...filter, from: begin, to: end }, rest: [...earlier, ...later] }
}

/** The months with the fewest days beside a period, or lacking of it; undefined where these are not fewer than the days of the period. */
export function nearestMonths(filter: FactFilter): Months | undefined {
  const { from, to } = filter
  const [begin, end] = [beginOfMonths(from), endOfMonths(reachesEnd(filter) ? text(dayjs(to).endOf('month')) : to)]
  if (begin.month > end.month) return undefined
  const [added, removed] = [[begin.added, end.added], [begin.removed, end.removed]].map((days) =>
    days.filter((each) => each !== undefined)
  ) as [DayRange[], DayRange[]]
  if ([...added, ...removed].reduce((sum, days) => sum + lengthOf(days), 0) >= lengthOf({ from, to })) return undefined
  const folded = { from: begin.month, to: end.month }
  return { folded, added, removed, common: { from: from > folded.from ? from : folded.from, to: to < folded.to ? to : folded.to } }
}

const lengthOf = ({ from, to }: DayRange): number => dayjs(to).diff(dayjs(from), 'day') + 1

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

/** Returns whether the page has no facts of days after the period. */
const reachesEnd = ({ to, before, hasLaterDays }: FactFilter): boolean =>
  !hasLaterDays && text(dayjs(todayOf(before)).subtract(1, 'day')) <= to
