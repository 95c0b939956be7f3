import { useList } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import type { DocumentFigures, DocumentRow } from '#approval/wire/document-row.ts'
import type { DocumentListMeta } from '#providers/data.ts'
import { useExistingPage, useListQuery } from '../list/use-list-query.ts'
import { bodyOf, documentFilters, type DocumentListKind, figuresCall, listCall, listId, rowsBody } from './lists.ts'
import { useHttp } from '../backend.ts'
import { documentsResource } from '../refine/resources.ts'

/** A list at its address, without queued rows. */
export function useListing(list: DocumentListKind, gone: ReadonlySet<string>) {
  const address = useListQuery(documentFilters)
  const body = bodyOf(address.query)
  const answer = useDocuments(list, body)
  const figures = useFigures(list, body)
  const records = answer.data?.data
  const rows = records?.filter(({ id }) => !gone.has(id))
  const left = figures && without(figures, records?.filter(({ id }) => gone.has(id)) ?? [])
  useExistingPage({ ...address.query, turn: address.turn }, { rows, total: left?.total, isPlaceholderData: answer.isPlaceholderData })
  return { address, answer, figures, rows, left }
}

export type DocumentListState = ReturnType<typeof useListing>

function without(figures: DocumentFigures, rows: readonly DocumentRow[]): DocumentFigures {
  const sum = decimalOf(figures.amount)
  if (rows.length === 0 || !sum) return figures
  return { ...figures, total: Math.max(0, figures.total - rows.length),
    amount: sum.minus(sumMoney(rows.map(({ amount }) => amount))).toFixed(2) }
}

type Body = Readonly<Record<string, unknown>>

/** Loads a page of a list. */
export function useDocuments(list: DocumentListKind, body: Body) {
  const meta: DocumentListMeta = { call: listCall(list), body: rowsBody(body) }
  return useList<DocumentRow>({
    resource: documentsResource,
    dataProviderName: documentsResource,
    meta: { ...meta },
    errorNotification: false,
    queryOptions: { queryKey: ['documents', listId(list), body], placeholderData: keepPreviousData },
  }).query
}

/** Loads the totals of a list, which are the same for all pages. */
function useFigures(list: DocumentListKind, body: Body): DocumentFigures | undefined {
  const http = useHttp()
  const { current: _, size: __, orders: ___, ...filter } = body
  return useQuery({
    queryKey: ['documents', listId(list), 'figures', filter],
    queryFn: ({ signal }) => http.query<DocumentFigures>(figuresCall(list), filter, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  }).data
}
