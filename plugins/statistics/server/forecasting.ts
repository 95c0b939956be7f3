import dayjs from 'dayjs'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { permits } from '#kernel/permissions.ts'
import { type StatisticsPage, statisticsPermissions } from '#kernel/statistics.ts'
import type { Host } from '#server/host.ts'
import { expectedOf } from '#plugins/budgets/forecast.ts'
import type { ForecastAnswer } from '../wire.ts'
import { addingMeasures, filterOf, type PageRequest, queryOf } from './page-queries.ts'
import { dataUpTo } from './data-date.ts'
import { figuresText } from './explaining.ts'
import { figureOf } from './answers/figures.ts'
import { sumsBy } from './counting/sums.ts'

/** The question for the year's end. */
export const forecastOf = (page: StatisticsPage) => queryOf(page).extend({ measure: z.enum(addingMeasures(page)) })

interface ForecastRequest extends PageRequest<ReturnType<typeof forecastOf>> {
  /** The page whose months are the plan, where there is one. */
  readonly plan: StatisticsPage | undefined
}

const wholeYear = { start: 1, end: 12 }

/**
 * Forecasts the year in which the period ends, by month: counted figures, then expected ones. Months to come cost what the
 * same months cost last year; without a last year, what the months so far cost on average. The running month is expected as a whole
 * and counts at least what it has come to.
 */
export async function forecastPage(host: Host, { page, query, caller, plan }: ForecastRequest): Promise<ForecastAnswer> {
  const { db } = host
  const { measure } = query
  const year = Number(query.to.slice(0, 4))
  const { dataDate } = dataUpTo(host)
  const monthsOf = async (of: StatisticsPage, key: string, ofYear: number) => {
    const filters = Object.fromEntries(Object.entries(query.filters).filter(([dimension]) => of === page || dimension in of.dimensions))
    const filter = await filterOf(host, db, { page: of, query: { ...query, filters, from: `${ofYear}-01-01`, to: `${ofYear}-12-31` },
      caller })
    const { rows } = await sumsBy(db, filter, ['month'], { measures: [key] })
    return monthNumbers.map((month) => {
      const row = rows.find(({ keys }) => keys['month'] === `${ofYear}-${month}`)
      return new Decimal(row ? (figureOf(of, key, row.sums) ?? 0) : 0)
    })
  }
  const mayPlan = plan !== undefined && page.plan === measure && permits(caller.permissions, statisticsPermissions(plan.key).view)
  const [used, lastYear, planned] = await Promise.all([monthsOf(page, measure, year), monthsOf(page, measure, year - 1),
    mayPlan ? monthsOf(plan, 'budget', year) : undefined])
  const upTo = finishedMonths(year, dataDate)
  const expected = expectedOf({ used, lastYear, span: wholeYear, upTo })
  const running = dataDate.slice(0, 4) === String(year) ? Number(dataDate.slice(5, 7)) : 0
  const months = monthNumbers.map((month, at) => {
    const isExpected = at + 1 > upTo
    const counted = used[at] ?? nothing
    const likely = isExpected ? Decimal.max(expected[at] ?? nothing, counted) : counted
    return { month: `${year}-${month}`, counted, likely, isExpected, plan: planned?.[at] }
  })
  const text = (figure: Decimal) => figuresText(page, measure, figure)
  const total = (of: (month: (typeof months)[number]) => Decimal) => text(months.reduce((sum, month) => sum.plus(of(month)), nothing))
  return {
    year,
    method: lastYear.some((figure) => !figure.isZero()) ? 'lastYear' : 'average',
    running: running > upTo ? `${year}-${String(running).padStart(2, '0')}` : null,
    counted: total(({ counted }) => counted),
    expected: total(({ likely }) => likely),
    plan: planned ? text(planned.reduce((sum, figure) => sum.plus(figure), nothing)) : null,
    months: months.map(({ month, counted, likely, isExpected, plan: aim }) => ({ month, counted: text(counted),
      expected: isExpected ? text(likely) : null, plan: aim ? text(aim) : null })
    ),
  }
}

const nothing = new Decimal(0)
const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** The number of months of a year that are over, by the day up to which data is counted. */
function finishedMonths(year: number, dataDate: string): number {
  const thisYear = Number(dataDate.slice(0, 4))
  if (year !== thisYear) return year < thisYear ? 12 : 0
  const last = dayjs(dataDate)
  return last.date() === last.daysInMonth() ? last.month() + 1 : last.month()
}
