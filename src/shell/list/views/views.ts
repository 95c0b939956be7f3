import { useQuery } from '@tanstack/react-query'
import type { Http, WritingHttp } from '#providers/http.ts'
import { useHttp } from '../../backend.ts'
import { type ListQuery, pageSizes, readQuery, writeQuery } from '../query.ts'

/** Visibility and widths in pixels of the columns that differ from the defaults of the list. */
export interface ViewColumns {
  readonly shown: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
}

/** A saved view: filters, order and columns of a list. */
export interface ListView {
  readonly id: string
  readonly name: string
  /** Filters and order, in the format of the address. */
  readonly query: string
  readonly columns: ViewColumns | null
  /** Key of the role it is shared with. */
  readonly role: string | null
  /** "中文/English" */
  readonly ownerName: string | null
  readonly own: boolean
}

export type ViewInput = Pick<ListView, 'name' | 'query' | 'columns' | 'role'>

const path = '/oaserver/listViews'

/** Cache key of the views of a list, by the path of its page. */
export const viewsKey = (page: string) => ['listViews', page]

/** The views of a list that the person may use; undefined while they load. */
export function useViews(page: string): readonly ListView[] | undefined {
  return useQuery({ ...viewsOf(useHttp(), page), staleTime: 60_000 }).data
}

/** Returns whether the view of an address does not exist or is not shared with the person; an unknown id is checked on the server. */
export function useIsGone(page: string, id: string | undefined, views: readonly ListView[]): boolean {
  const lacks = (known: readonly ListView[]) => !known.some((view) => view.id === id)
  const isUnknown = id !== undefined && lacks(views)
  const { data } = useQuery({ ...viewsOf(useHttp(), page), queryKey: [...viewsKey(page), id], enabled: isUnknown })
  return isUnknown && data !== undefined && lacks(data)
}

const viewsOf = (http: Http, page: string) => ({ queryKey: viewsKey(page),
  queryFn: () => http.get<readonly ListView[]>(path, { page }, { quiet: true }) })

/** @throws HttpFailure, displayed at the fields of the dialog */
export const addView = (page: string, view: ViewInput) => (http: WritingHttp) =>
  http.post<{ readonly id: string }>(path, { page, ...view }, { quiet: true })

/** `quiet` if the caller displays failures at its fields. */
export const changeView = (page: string, id: string, view: ViewInput, options: { readonly quiet?: boolean } = {}) => (http: WritingHttp) =>
  http.put(`${path}/${id}`, { page, ...view }, options)

/** Restores a removed view, with its references. */
export const restoreView = (id: string) => (http: WritingHttp) => http.post(`${path}/${id}/restore`, {})

/** Removes a view; {@link restoreView} restores it. */
export const removeView = (id: string) => (http: WritingHttp) => http.delete(`${path}/${id}`)

/** The part of a query that a view stores: filters and order, without page and view id. */
export const keptQuery = ({ filters, sort }: ListQuery): string => String(writeQuery({ filters, sort, current: 1, size: pageSizes[0] }))

/** Returns whether filters or order differ from those of the view. */
export const isChanged = (view: Pick<ListView, 'query'>, query: ListQuery): boolean =>
  keptQuery(readQuery(new URLSearchParams(view.query))) !== keptQuery(query)

/** The address of a list with a view. */
export const addressOf = (page: string, { id, query }: Pick<ListView, 'id' | 'query'>): string =>
  `${page}?${query}${query === '' ? '' : '&'}view=${id}`
