import type { Http } from '#providers/http.ts'
import { readQuery } from '../list/query.ts'
import type { Place } from '../tabs/model.ts'
import { bodyOf, rowsBody } from './body.ts'
import { documentLists, listCall } from './lists.ts'

/** The rows of the list at an address, before its page is drawn. */
export function askAhead(http: Http, { pathname, search }: Place): void {
  const list = documentLists.find(({ path }) => path === pathname)
  if (list) http.ahead(listCall(list), rowsBody(bodyOf(readQuery(new URLSearchParams(search)))))
}
