import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { statisticsCall, type StatisticsPage } from '#kernel/statistics.ts'
import type { Http } from '#providers/http.ts'
import type { AnomaliesAnswer, DrillAnswer, DrillQuery, ExplainAnswer, ForecastAnswer, ItemsAnswer, OccurringAnswer, OverviewAnswer,
  StatisticsAnswer, StatisticsQuery } from '../wire.ts'

/** The answer of a page: figures, charts and one page of its table. */
export const pageQuery = (http: Http, page: StatisticsPage, query: StatisticsQuery) =>
  queryOptions({
    queryKey: ['statistics', page.key, query],
    queryFn: ({ signal }) => http.query<StatisticsAnswer>(statisticsCall(page), query, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })

/** Documents that a drawer asks for at once. */
export const drillSize = 50

/** The documents behind a figure, fifty at a time; the order of the table does not matter to them. */
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

/** The parts of a document behind a figure. */
export const itemsQuery = (http: Http, page: StatisticsPage, query: DrillQuery & { readonly document: string }) => {
  const { sort: _, order: __, current: ___, size: ____, ...whole } = query
  return queryOptions({ queryKey: ['statistics', page.key, 'items', whole],
    queryFn: ({ signal }) => http.query<ItemsAnswer>(`${statisticsCall(page)}/items`, whole, { signal, quiet: true }) })
}

/** The number of documents behind a figure of very many. */
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
  /** Ids, joined by commas. */
  readonly departments?: string
}

/** The first page of statistics: the figures of each page for one period. */
export const overviewQuery = (http: Http, query: OverviewParameters) =>
  queryOptions({ queryKey: ['statistics', 'overview', query], queryFn: () =>
    http.get<OverviewAnswer>('/oaserver/statistics/overview', { ...query }, { quiet: true }), placeholderData: keepPreviousData })

/** The values that a filter offers. They do not depend on the table's pages and order, nor on the filter's own choice. */
export const occurringQuery = (http: Http, page: StatisticsPage,
  query: StatisticsQuery & { readonly dimension: string; readonly keyword: string }) => {
  const { current: _, size: __, sort: ___, order: ____, filters = {}, ...whole } = query
  const { [query.dimension]: _____, ...others } = filters
  const narrowed = { ...whole, filters: others }
  return queryOptions({ queryKey: ['statistics', page.key, 'values', narrowed],
    queryFn: ({ signal }) => http.query<OccurringAnswer>(`${statisticsCall(page)}/values`, narrowed, { signal, quiet: true }) })
}

type MeasureQuery = StatisticsQuery & { readonly measure: string }

/** One question about a page; the table's pages and order do not matter to it. */
const ask = <Answer>(http: Http, page: StatisticsPage, question: string, query: MeasureQuery) => {
  const { current: _, size: __, sort: ___, order: ____, ...whole } = query
  return queryOptions({ queryKey: ['statistics', page.key, question, whole],
    queryFn: ({ signal }) => http.query<Answer>(`${statisticsCall(page)}/${question}`, whole, { signal, quiet: true }) })
}

/** The contribution of each value of a dimension to the change of a measure against an earlier time. */
export const explainQuery = (http: Http, page: StatisticsPage,
  query: MeasureQuery & { readonly by: string; readonly against: 'previous' | 'lastYear' }) =>
  ask<ExplainAnswer>(http, page, 'explain', query)
/** The year's figure of a measure, counted and expected. */
export const forecastQuery = (http: Http, page: StatisticsPage, query: MeasureQuery) => ask<ForecastAnswer>(http, page, 'forecast', query)
/** The rows of the table whose months differ from the twelve months before. */
export const anomaliesQuery = (http: Http, page: StatisticsPage, query: MeasureQuery) =>
  ask<AnomaliesAnswer>(http, page, 'anomalies', query)
