import type { CrudFilter, CrudSort, Pagination } from '@refinedev/core'

/** One page of records, as the backend answers. */
export interface Page<T> {
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
  const { currentPage = 1, pageSize = 20, mode = 'server' } = pagination ?? {}
  return {
    ...(mode === 'server' ? { current: currentPage, size: pageSize } : { current: 1, size: 200 }),
    ...Object.assign({}, ...filters.map(conditionOf)),
    ...(sorters.length > 0 && { orders: sorters.map(({ field, order }) => ({ column: field, asc: order === 'asc' })) }),
  }
}

function conditionOf(filter: CrudFilter): Record<string, unknown> {
  if (filter.operator === 'and') return Object.assign({}, ...filter.value.map(conditionOf))
  if (!('field' in filter) || isEmpty(filter.value)) return {}
  const { field, operator, value } = filter
  switch (operator) {
    case 'eq':
    case 'contains':
    case 'in':
    case 'between':
      return { [field]: value }
    case 'gte':
      return { [field]: [value, null] }
    case 'lte':
      return { [field]: [null, value] }
    default:
      throw new Error(`The backend has no filter "${operator}" (${field})`)
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
