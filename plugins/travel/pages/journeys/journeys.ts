import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { type Journey, journeyPath, type JourneyState } from '../../journeys/journey-wire.ts'

export interface JourneyPage {
  readonly records: readonly Journey[]
  readonly total: number
}

/** The filters of the list. */
export interface JourneyFilters {
  readonly state?: JourneyState | undefined
  readonly type?: string | undefined
  /** `from,to` as yyyy-MM-dd; either may be empty. */
  readonly dates?: string | undefined
}

export const pageSize = 20

/** Query for a page of the reader's journeys. */
export const journeysQuery = (http: Http, { state, type, dates }: JourneyFilters, current: number) =>
  queryOptions({
    queryKey: ['journeys', 'list', state ?? '', type ?? '', dates ?? '', current],
    queryFn: () =>
      http.query<JourneyPage>(`${journeyPath}/page`, { current, size: pageSize, ...(state && { state }),
        ...(type && { journeyTypes: [type] }), ...periodOf(dates) }, {
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  })

function periodOf(dates = ''): { readonly from?: string; readonly to?: string } {
  const [from, to] = dates.split(',')
  return { ...(from && { from }), ...(to && { to }) }
}

/** Query for the reader's journeys that overlap a period, days yyyy-MM-dd. */
export const periodQuery = (http: Http, from: string, to: string) =>
  queryOptions({
    queryKey: ['journeys', 'period', from, to],
    queryFn: () => http.query<JourneyPage>(`${journeyPath}/page`, { current: 1, size: 200, from, to }, { quiet: true }),
    placeholderData: keepPreviousData,
  })

/** Query for a journey by id. */
export const journeyQuery = (http: Http, id: string) =>
  queryOptions({
    queryKey: ['journeys', 'one', id],
    queryFn: () => http.get<Journey>(`${journeyPath}/${encodeURIComponent(id)}`, {}, { quiet: true }),
  })

/** Path of a journey's page. */
export const detailPath = (id: string): string => `/travel-detail?${new URLSearchParams({ id })}`
