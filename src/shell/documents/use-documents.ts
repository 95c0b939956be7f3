import { useList } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DocumentFigures, DocumentRow } from '#approval/wire/document-row.ts'
import { useHttp } from '../backend.ts'
import { documentsResource } from '../refine/resources.ts'
import type { DocumentListMeta } from '#providers/documents.ts'
import { rowsBody } from './body.ts'
import { figuresCall, listCall, listId, type DocumentListKind } from './lists.ts'

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
export function useFigures(list: DocumentListKind, body: Body): DocumentFigures | undefined {
  const http = useHttp()
  const { current: _, size: __, orders: ___, ...filter } = body
  return useQuery({
    queryKey: ['documents', listId(list), 'figures', filter],
    queryFn: ({ signal }) => http.query<DocumentFigures>(figuresCall(list), filter, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  }).data
}
