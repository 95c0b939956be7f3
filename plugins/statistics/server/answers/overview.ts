import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { OverviewAnswer } from '../../wire.ts'
import { headlineOf } from './answer.ts'
import { chartSums } from './chart-sums.ts'
import { chartFigures } from './charts.ts'
import { filterOf } from '../page-queries.ts'
import { dataUpTo } from '../data-date.ts'
import { namesOf } from './names.ts'
import type { DayRange } from '../periods.ts'

/** Values that a small picture names. */
const named = 5

interface OverviewQuestion {
  readonly pages: readonly StatisticsPage[]
  readonly period: DayRange
  /** All without them. */
  readonly departments: readonly string[] | undefined
  readonly caller: Caller
}

/** Each page with its first headline figure, its months, and the largest values of its first chart. */
export async function overviewOf(host: Host,
  { pages, period: { from, to }, departments, caller }: OverviewQuestion): Promise<OverviewAnswer> {
  const { dataDate } = dataUpTo(host)
  const isBackfilling = await host.isBackfilling(host.db)
  return Promise.all(pages.map(async (page) => {
    const { db } = host
    const filter = await filterOf(host, db, { page, query: { from, to, ...(departments && { departments: [...departments] }), filters: {} },
      caller })
    const measure = page.headline[0] ?? ''
    const by = page.charts.find((chart) => chart.by !== undefined && chart.kind !== 'steps')?.by
    const [monthly, parts] = [{ kind: 'columns', cn: '', en: '', measure } as const,
      { kind: 'ranking', cn: '', en: '', measure, ...(by !== undefined && { by }) } as const]
    const [{ headline, compared }, [months, largest]] = await Promise.all([headlineOf(db, filter), chartSums(db, filter, [monthly, parts])])
    const naming = await namesOf(host, db, page, by === undefined ? {} : { [by]: largest.rows.map(({ keys }) => keys[by] ?? '') })
    const inMonths = chartFigures(page, { ...months, filter, naming })
    const ranking = chartFigures(page, { ...largest, filter, naming })
    return {
      page: page.key,
      dataDate,
      isIncomplete: filter.isIncomplete === true || isBackfilling,
      compared,
      headline: headline[0] ?? { measure, value: null, previous: null, lastYear: null },
      months: inMonths.points.map(({ value: month }, index) => ({ month, value: inMonths.series[0]?.values[index] ?? null })),
      largest: ranking.points.slice(0, named).map((point, index) => ({ ...point, figure: ranking.series[0]?.values[index] ?? null })),
    }
  }))
}
