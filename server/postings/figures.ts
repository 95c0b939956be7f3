import { sql } from 'kysely'
import { nowOf, startOfDay, todayOf } from '#kernel/values/dates.ts'
import { postingState, type PostingView } from './rows.ts'

const day = 86_400_000
/** Number of days in the bar charts, today being the last. */
const shownDays = 7

interface FigureRow {
  readonly state: string
  readonly count: string
  readonly amount: string
  readonly oldest: Date | null
  readonly next: Date | null
  readonly seconds: string | null
}

interface DayRow {
  readonly state: string
  readonly day: string
  readonly count: string
}

/**
 * Figures of waiting, posted, refused and handled postings: number, amount, and daily values. Open ones are counted regardless of age,
 * others since the first of the month.
 */
export async function figuresOf(query: PostingView, now: Date) {
  const today = todayOf(now)
  const month = startOfDay(`${today.slice(0, 7)}-01`)
  const first = new Date(startOfDay(today).getTime() - (shownDays - 1) * day)
  const changedAt = sql<
    Date
  >`case when posting.state in ('posted', 'refused', 'handled') then coalesce(posting.last_at, posting.created_at)
    else posting.created_at end`
  const isOpen = sql<boolean>`(posting.state in ('waiting', 'sent', 'refused') or ${changedAt} >= ${month})`
  const totals = await query
    .select(['posting.state', (eb) => eb.fn.countAll<string>().as('count'), sql<string>`coalesce(sum(posting.amount), 0)`.as('amount'),
      sql<Date | null>`min(posting.created_at)`.as('oldest'),
      sql<Date | null>`min(posting.due_at) filter (where posting.state in ('waiting', 'sent'))`.as('next'),
      sql<string | null>`round(avg(extract(epoch from posting.last_at - posting.created_at)) filter (where posting.state = 'posted'))`.as(
        'seconds',
      )])
    .where(isOpen).groupBy('posting.state').$castTo<FigureRow>().execute()
  const days = await query
    .select(['posting.state', sql<string>`to_char(${changedAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('day'),
      (eb) => eb.fn.countAll<string>().as('count')])
    .where(sql<boolean>`${changedAt} >= ${first}`).groupBy(['posting.state', sql`2`]).$castTo<DayRow>().execute()
  const names = Array.from({ length: shownDays }, (_, index) => todayOf(new Date(first.getTime() + index * day)))
  return Object.fromEntries(postingState.options.map((state) => {
    const columns = names.map((name) => Number(days.find((row) => row.state === state && row.day === name)?.count ?? 0))
    return [state, { ...totalOf(totals.find((row) => row.state === state)), days: columns }]
  }))
}

/** The figures of a state; zero without a row. */
function totalOf(row: FigureRow | undefined) {
  if (!row) return { count: 0, amount: '0', oldest: null, next: null, seconds: null }
  const { count, amount, oldest, next, seconds } = row
  return { count: Number(count), amount, oldest: textOf(oldest), next: textOf(next), seconds: seconds === null ? null : Number(seconds) }
}

const textOf = (instant: Date | null): string | null => (instant ? nowOf(instant) : null)
