import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { statisticsCall, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Http } from '#providers/http.ts'
import type { AnomaliesAnswer, DrillAnswer, DrillQuery, ExplainAnswer, ForecastAnswer, ItemsAnswer, OccurringAnswer, OverviewAnswer,
  StatisticsAnswer, StatisticsQuery } from '../wire.ts'

/** Query for a page: figures, charts and one page of the table. */
export const pageQuery = (http: Http, page: StatisticsPage, query: StatisticsQuery) =>
  queryOptions({
    queryKey: ['statistics', page.key, query],
    queryFn: ({ signal }) => http.query<StatisticsAnswer>(statisticsCall(page), query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

/** Page size of the documents drawer. */
export const drillSize = 50

/** Infinite query for the documents behind a figure; the table's sort order and page are not part of its key. */
export const drillQuery = (http: Http, page: StatisticsPage, query: DrillQuery) => {
  const { sort: _, order: __, ...whole } = query
  return infiniteQueryOptions({
    queryKey: ['statistics', page.key, 'drill', whole],
    queryFn: ({ pageParam, signal }) =>
      http.query<DrillAnswer>(`${statisticsCall(page)}/drill`, { ...whole, current: pageParam, size: drillSize }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * drillSize < last.total ? all.length + 1 : undefined),
  })
}

/** Query for the items of a document behind a figure. */
export const itemsQuery = (http: Http, page: StatisticsPage, query: DrillQuery & { readonly document: string }) => {
  const { sort: _, order: __, current: ___, size: ____, ...whole } = query
  return queryOptions({ queryKey: ['statistics', page.key, 'items', whole],
    queryFn: ({ signal }) => http.query<ItemsAnswer>(`${statisticsCall(page)}/items`, whole, { signal, quiet: true }) })
}

/** Query for the exact number of documents behind a figure, for large results. */
export const countQuery = (http: Http, page: StatisticsPage, query: DrillQuery) => {
  const { sort: _, order: __, ...whole } = query
  return queryOptions({
    queryKey: ['statistics', page.key, 'count', whole],
    queryFn: ({ signal }) =>
      http.query<DrillAnswer>(`${statisticsCall(page)}/drill`, { ...whole, current: 1, size: 1, counted: true }, { signal, quiet: true }),
    select: ({ total }) => total,
  })
}

interface OverviewParameters {
  readonly from: string
  readonly to: string
  /** Department ids, joined by commas. */
  readonly departments?: string
}

/** Query for the overview: the figures of every page for one period. */
export const overviewQuery = (http: Http, query: OverviewParameters) =>
  queryOptions({ queryKey: ['statistics', 'overview', query], queryFn: () =>
    http.get<OverviewAnswer>('/oaserver/statistics/overview', { ...query }, { quiet: true }), placeholderData: keepPreviousData })

/** Query for the options of a filter; independent of pagination, sort order and the filter's own value. */
export const occurringQuery = (http: Http, page: StatisticsPage,
  query: StatisticsQuery & { readonly dimension: string; readonly keyword: string }) => {
  const { current: _, size: __, sort: ___, order: ____, filters = {}, ...whole } = query
  const { [query.dimension]: _____, ...others } = filters
  const narrowed = { ...whole, filters: others }
  return queryOptions({ queryKey: ['statistics', page.key, 'values', narrowed],
    queryFn: ({ signal }) => http.query<OccurringAnswer>(`${statisticsCall(page)}/values`, narrowed, { signal, quiet: true }) })
}

type MeasureQuery = StatisticsQuery & { readonly measure: string }

/** Query for an analysis of a page; independent of pagination and sort order. */
const ask = <Answer>(http: Http, page: StatisticsPage, question: string, query: MeasureQuery) => {
  const { current: _, size: __, sort: ___, order: ____, ...whole } = query
  return queryOptions({ queryKey: ['statistics', page.key, question, whole],
    queryFn: ({ signal }) => http.query<Answer>(`${statisticsCall(page)}/${question}`, whole, { signal, quiet: true }) })
}

/** Query for the contribution of each value of a dimension to a measure's change against an earlier period. */
export const explainQuery = (http: Http, page: StatisticsPage,
  query: MeasureQuery & { readonly by: string; readonly against: 'previous' | 'lastYear' }) =>
  ask<ExplainAnswer>(http, page, 'explain', query)
/** Query for a measure's forecast for the year, actual and expected. */
export const forecastQuery = (http: Http, page: StatisticsPage, query: MeasureQuery) => ask<ForecastAnswer>(http, page, 'forecast', query)
/** Query for the rows with months that deviate from the twelve months before. */
export const anomaliesQuery = (http: Http, page: StatisticsPage, query: MeasureQuery) =>
  ask<AnomaliesAnswer>(http, page, 'anomalies', query)
