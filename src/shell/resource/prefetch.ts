import type { CrudFilter } from '@refinedev/core'
import { pageBody } from '#providers/data.ts'
import type { Http } from '#providers/http.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { filterOf } from '#kernel/kinds/host-traits.ts'
import { type ListQuery, readQuery } from '../list/query.ts'
import { refineName } from './record.ts'

/** Refine's parameters for a list at its address. */
export const listing = (resource: Pick<Resource, 'base' | 'name' | 'calls' | 'fields' | 'filters'>,
  { current, size, filters, sort }: ListQuery) => ({
    resource: refineName(resource),
    pagination: { currentPage: current, pageSize: size },
    filters: filtersOf(resource, filters),
    sorters: sort ? [{ field: sort.column, order: sort.asc ? 'asc' as const : 'desc' as const }] : [],
  })

/** Prefetches the unfiltered list of a resource, before its page and declaration are loaded. */
export function prefetchRecords(http: Http, resource: Pick<Resource, 'base' | 'name' | 'calls'>): void {
  const { resource: name, pagination } = listing({ ...resource, fields: {}, filters: [] }, readQuery(new URLSearchParams()))
  http.prefetch(`/${name}/page`, pageBody(pagination))
}

/** Converts the filters of an address to conditions; ranges are written `from,to`, sets `a,b`. */
export function filtersOf(resource: Pick<Resource, 'fields' | 'filters'>, filters: Readonly<Record<string, string>>): CrudFilter[] {
  const known = Object.entries(filters).filter(([name]) => name === 'keyword' || resource.filters.includes(name))
  return known.map(([field, text]) => conditionOf(field, resource.fields[field], text))
}

function conditionOf(field: string, definition: FieldDefinition | undefined, text: string): CrudFilter {
  const filter = definition ? filterOf(definition) : 'contains'
  if (filter === 'contains') return { field, operator: 'contains', value: text }
  if (filter !== 'range') return { field, operator: 'in', value: text }
  return { field, operator: 'between', value: text.split(',').map((side) => side || null) }
}
