import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { memoize } from '#kernel/memoize.ts'
import { addressSchema, filterSchema } from '#kernel/kinds/schema.ts'
import { filterOf } from '#kernel/kinds/host-traits.ts'
import type { FilterKind } from '#kernel/kinds/kind.ts'
import type { Resource } from '#kernel/resource.ts'
import { type ResourceColumn, columnsOf } from './columns.ts'
import { between, type Condition, contains, equals, matchesKeyword, type RecordSelection } from './statements.ts'

/** Maximum page size. */
export const pageLimit = 200

export interface PageQuery {
  readonly current: number
  readonly size: number
  readonly where: readonly Condition[]
  readonly order: NonNullable<RecordSelection['order']>
}

const paging = {
  current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(pageLimit).default(20),
  keyword: z.string().trim().max(100).nullish(),
  orders: z.array(z.strictObject({ column: z.string().max(60), asc: z.boolean().default(true) })).max(5).nullish(),
  /** Appended to every URL by our client; ignored. */
  _t: z.unknown().optional(),
}

const impossible = z.never()

/** The schema of a list's query: paging, keyword, order and the filters that the resource declares. */
export const querySchema = memoize((resource: Resource) => {
  const filters = filtered(resource).map(({ wire, field }) =>
    [wire, addressSchema(filterOf(field!), filterSchema(field!) ?? impossible).nullish()] as const
  )
  return z.strictObject({ ...paging, ...Object.fromEntries(filters) }).transform(({ current, size, keyword, orders, _t, ...rest }) => ({
    current,
    size,
    keyword,
    orders,
    filters: rest as Readonly<Record<string, unknown>>,
  }))
})

export type ListQueryInput = z.output<ReturnType<typeof querySchema>>

/**
 * @param resource the resource as disclosed to the caller
 * @throws Refused for an order by a column that is not shown, and for a filter by a withheld field
 */
export function pageQuery(resource: Resource, query: ListQueryInput): PageQuery {
  const unknown = Object.keys(query.filters).find((name) => !resource.filters.includes(name) && (query.filters[name] ?? null) !== null)
  if (unknown !== undefined) throw new Refused('error.invalidInput', {}, [{ field: unknown, code: 'error.field.unknown' }])
  return {
    current: query.current,
    size: query.size,
    where: [...keywordCondition(resource, query.keyword), ...filterConditions(resource, query.filters)],
    order: query.orders?.length
      ? query.orders.map(({ column, asc }) => ({ column: sortable(resource, column), descending: !asc }))
      : defaultOrder(resource),
  }
}

/** Condition of a keyword search: one of the searched columns contains it. */
export function keywordCondition(resource: Resource, keyword: string | null | undefined): readonly Condition[] {
  const columns = columnsOf(resource)
  const searched = resource.search.flatMap((wire) => columns.get(wire) ?? []).filter(({ type }) => type === 'text')
  return keyword && searched.length > 0 ? [matchesKeyword(searched, keyword)] : []
}

/** The declared order of a resource’s list. */
export function defaultOrder(resource: Resource): NonNullable<RecordSelection['order']> {
  const columns = columnsOf(resource)
  return resource.sort.flatMap(({ field, descending = false }) => {
    const column = columns.get(field)
    return column ? [{ column, descending }] : []
  })
}

function sortable(resource: Resource, wire: string): ResourceColumn {
  const allowed = resource.columns.includes(wire) || ['createTime', 'updateTime'].includes(wire)
  const column = allowed ? columnsOf(resource).get(wire) : undefined
  if (!column || column.type === 'json' || resource.confidential?.[wire] !== undefined)
    throw new Refused('error.invalidInput', {}, [{ field: 'orders', code: 'error.field.unknown' }])
  return column
}

function filterConditions(resource: Resource, filters: Readonly<Record<string, unknown>>): Condition[] {
  return filtered(resource).flatMap((column) => {
    const value = filters[column.wire]
    const filter = column.field && filterOf(column.field)
    return filter && value !== undefined && value !== null ? [conditions[filter](column, value)] : []
  })
}

const conditions: Readonly<Record<FilterKind, (column: ResourceColumn, value: unknown) => Condition>> = {
  equals: (column, value) => equals(column, [value]),
  contains: (column, value) => contains([column], String(value)),
  oneOf: (column, value) => equals(column, value as readonly unknown[]),
  range: (column, value) => between(column, ...(value as readonly [unknown, unknown])),
}

function filtered(resource: Resource): ResourceColumn[] {
  const columns = columnsOf(resource)
  return resource.filters.flatMap((wire) => columns.get(wire) ?? []).filter(({ field }) => field && filterOf(field) !== null)
}
