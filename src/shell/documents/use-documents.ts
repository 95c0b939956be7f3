import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHttp } from '../backend.ts'
import { rowsBody } from './body.ts'
import { figuresCall, listCall, listId, type DocumentFigures, type DocumentListKind, type DocumentPage } from './lists.ts'

type Body = Readonly<Record<string, unknown>>

/** The rows of a page of a list. */
export function useDocuments(list: DocumentListKind, body: Body) {
  const http = useHttp()
  return useQuery({
    queryKey: ['documents', listId(list), body],
    queryFn: ({ signal }) => http.query<DocumentPage>(listCall(list), rowsBody(body), { signal }),
    placeholderData: keepPreviousData,
  })
}

/** What stands under the list; the same for all of its pages. */
export function useFigures(list: DocumentListKind, body: Body): DocumentFigures | undefined {
  const http = useHttp()
  const { current: _, size: __, orders: ___, ...filter } = body
  return useQuery({
    queryKey: ['documents', listId(list), 'figures', filter],
    queryFn: ({ signal }) => http.query<DocumentFigures>(figuresCall(list), filter, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  }).data
}
