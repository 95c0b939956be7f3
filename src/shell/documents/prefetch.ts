import type { Http } from '#providers/http.ts'
import { readQuery } from '../list/query.ts'
import type { TabLocation } from '../tabs/model.ts'
import { bodyOf, rowsBody } from './body.ts'
import { documentFilters, documentLists, listCall } from './lists.ts'

/** Prefetches the rows of the list at an address. */
export function prefetchDocuments(http: Http, { pathname, search }: TabLocation): void {
  const list = documentLists.find(({ path }) => path === pathname)
  if (list) http.prefetch(listCall(list), rowsBody(bodyOf(readQuery(new URLSearchParams(search), documentFilters))))
}
