import type { CrudFilter, CrudSort, Pagination } from '@refinedev/core'

/** One page of records, as the backend answers. */
export interface RecordPage<T> {
  readonly records: readonly T[]
  readonly total: number
  readonly current: number
  readonly size: number
}

/**
 * The body of a page call. Every condition stands under the field's own name: a value, a set as a list, a range as
 * `[from, to]` with either side empty.
 *
 * @throws Error for an operator that the backend does not know: silently asking for equality would show wrong rows.
 */
export function pageBody(pagination?: Pagination, filters: readonly CrudFilter[] = [], sorters: readonly CrudSort[] = []) {
  const orders = sorters.map(({ field, order }) => ({ column: field, asc: order === 'asc' }))
  return Object.assign(pageOf(pagination), orders.length > 0 && { orders }, ...filters.map(conditionOf))
}

const largestPage = 200

const pageOf = ({ currentPage = 1, pageSize = 20, mode = 'server' }: Pagination = {}) =>
  mode === 'server' ? { current: currentPage, size: pageSize } : { current: 1, size: largestPage }

function conditionOf(filter: CrudFilter): Readonly<Record<string, unknown>> {
  if (filter.operator === 'and') return Object.assign({}, ...filter.value.map(conditionOf))
  const { operator, value } = filter
  const write = conditions[operator]
  if (!write || !('field' in filter)) throw new Error(`The backend has no filter "${operator}"`)
  return isEmpty(value) ? {} : { [filter.field]: write(value) }
}

const conditions: Partial<Record<CrudFilter['operator'], (value: unknown) => unknown>> = {
  eq: (value) => value,
  contains: (value) => value,
  in: (value) => value,
  between: (value) => value,
  gte: (value) => [value, null],
  lte: (value) => [null, value],
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
