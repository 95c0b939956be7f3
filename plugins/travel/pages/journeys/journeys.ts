import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { cascader, date, datetime, defineFields, money, people, select, text } from '#kernel/fields.ts'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import { type Journey, journeyPath, type JourneyState } from '../../journeys/journey-wire.ts'
import { cn, en } from './texts.ts'

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

export const useJourneyText = definePartText<keyof typeof cn>({ cn, en })

/** Fields of a journey, for its dialog, list and page. */
export const journeyFields = defineFields({
  startArea: cascader({ cn: '出发地', en: 'From', required: true }),
  endArea: cascader({ cn: '目的地', en: 'To', required: true }),
  departTime: datetime({ cn: '出发时间', en: 'Departure', required: true }),
  arriveTime: datetime({ cn: '到达时间', en: 'Arrival', required: true }),
  transport: select({ cn: '交通工具', en: 'Transport', dict: 'transport' }),
  fare: money({ cn: '票价', en: 'Fare', min: 0 }),
  companions: people({ cn: '同行人', en: 'Companions', max: 20 }),
  remark: text({ cn: '备注', en: 'Remarks', max: 200 }),
})

/** Filter by dates of the journey. */
export const datesField = date({ cn: '日期', en: 'Dates' })

/** The source of a journey. */
export const sourceField = select({ cn: '来源', en: 'Source', dict: 'journeyType' })
