import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { DrillAnswer, DrillQuery, OverviewAnswer, StatisticsAnswer, StatisticsQuery } from '../wire.ts'

export const statisticsPath = (page: string): string => `/oaserver/statistics/${page}`

export const pageQuery = (http: Http, page: string, asked: StatisticsQuery) =>
  queryOptions({
    queryKey: ['statistics', page, asked],
    queryFn: ({ signal }) => http.query<StatisticsAnswer>(statisticsPath(page), asked, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

export const drillQuery = (http: Http, page: string, asked: DrillQuery) => {
  const { sort: _, order: __, ...whole } = asked
  return infiniteQueryOptions({
    queryKey: ['statistics', page, 'drill', whole],
    queryFn: ({ pageParam, signal }) => http.query<DrillAnswer>(`${statisticsPath(page)}/drill`, { ...whole, current: pageParam, size: 50 }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * 50 < last.total ? all.length + 1 : undefined),
  })
}

export const overviewQuery = (http: Http, period: { readonly from: string; readonly to: string }) =>
  queryOptions({ queryKey: ['statistics', 'overview', period], queryFn: () => http.get<OverviewAnswer>('/oaserver/statistics/overview', period, { quiet: true }) })
