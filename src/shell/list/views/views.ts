import { useQuery } from '@tanstack/react-query'
import type { Http, WritingHttp } from '#providers/http.ts'
import { useHttp } from '../../backend.ts'
import { type ListQuery, pageSizes, readQuery, writeQuery } from '../query.ts'

/** The columns that are shown or hidden, and their widths in pixels, where that differs from the list's own. */
export interface ViewColumns {
  readonly shown: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
}

/** A list as somebody has narrowed and ordered it. */
export interface ListView {
  readonly id: string
  readonly name: string
  /** Filters and order, as the address says them. */
  readonly query: string
  readonly columns: ViewColumns | null
  /** Key of the role that it is shared with. */
  readonly role: string | null
  /** "中文/English" */
  readonly ownerName: string | null
  readonly own: boolean
}

export type ViewInput = Pick<ListView, 'name' | 'query' | 'columns' | 'role'>

const path = '/oaserver/listViews'

/** The key under which the views of a list are cached, by the path of its page. */
export const viewsKey = (page: string) => ['listViews', page]

/** The views that a person has of a list; undefined until they are known. */
export function useViews(page: string): readonly ListView[] | undefined {
  return useQuery({ ...viewsOf(useHttp(), page), staleTime: 60_000 }).data
}

/**
 * Returns whether an address names a view that is not there, or is not shared with the reader: what is known of the views is asked for
 * again before.
 */
export function useIsGone(page: string, id: string | undefined, views: readonly ListView[]): boolean {
  const lacks = (known: readonly ListView[]) => !known.some((view) => view.id === id)
  const isUnknown = id !== undefined && lacks(views)
  const { data } = useQuery({ ...viewsOf(useHttp(), page), queryKey: [...viewsKey(page), id], enabled: isUnknown })
  return isUnknown && data !== undefined && lacks(data)
}

const viewsOf = (http: Http, page: string) => ({ queryKey: viewsKey(page),
  queryFn: () => http.get<readonly ListView[]>(path, { page }, { quiet: true }) })

/** @throws HttpFailure, which the dialog says at its fields */
export const addView = (page: string, view: ViewInput) => (http: WritingHttp) =>
  http.post<{ readonly id: string }>(path, { page, ...view }, { quiet: true })

/** `quiet` where a failure is said at its fields. */
export const changeView = (page: string, id: string, view: ViewInput, options: { readonly quiet?: boolean } = {}) => (http: WritingHttp) =>
  http.put(`${path}/${id}`, { page, ...view }, options)

/** Undoes the removal: the view as it was, with what hangs on it. */
export const restoreView = (id: string) => (http: WritingHttp) => http.post(`${path}/${id}/restore`, {})

/** Removes a view; {@link restoreView} brings it back. */
export const removeView = (id: string) => (http: WritingHttp) => http.delete(`${path}/${id}`)

/** The part of a list's query that a view keeps: filters and order, not the page or the view itself. */
export const keptQuery = ({ filters, sort }: ListQuery): string => String(writeQuery({ filters, sort, current: 1, size: pageSizes[0] }))

/** Returns whether a list was narrowed or ordered otherwise since its view was chosen. */
export const isChanged = (view: Pick<ListView, 'query'>, query: ListQuery): boolean =>
  keptQuery(readQuery(new URLSearchParams(view.query))) !== keptQuery(query)

/** The address of a list as a view shows it. */
export const addressOf = (page: string, { id, query }: Pick<ListView, 'id' | 'query'>): string =>
  `${page}?${query}${query === '' ? '' : '&'}view=${id}`
