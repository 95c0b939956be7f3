import { pageBody } from '#providers/filters.ts'
import type { Http } from '#providers/http.ts'
import type { Resource } from '#kernel/resource.ts'
import { type ListQuery, readQuery } from '../list/query.ts'
import { filtersOf } from './filters.ts'
import { refineName } from './record.ts'

/** The parameters with which a list at its address asks Refine. */
export const listing = (resource: Pick<Resource, 'base' | 'name' | 'calls' | 'fields' | 'filters'>,
  { current, size, filters, sort }: ListQuery) => ({
    resource: refineName(resource),
    pagination: { currentPage: current, pageSize: size },
    filters: filtersOf(resource, filters),
    sorters: sort ? [{ field: sort.column, order: sort.asc ? 'asc' as const : 'desc' as const }] : [],
  })

/** The records of a list that is not narrowed, before its page and its declaration are here. */
export function prefetchRecords(http: Http, resource: Pick<Resource, 'base' | 'name' | 'calls'>): void {
  const { resource: name, pagination } = listing({ ...resource, fields: {}, filters: [] }, readQuery(new URLSearchParams()))
  http.prefetch(`/${name}/page`, pageBody(pagination))
}
