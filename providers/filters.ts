import type { CrudFilter, CrudSort, Pagination } from '@refinedev/core'

/** A page of records. */
export interface RecordPage<T> {
  readonly records: readonly T[]
  readonly total: number
  readonly current: number
  readonly size: number
}

/**
 * Builds the body of a page call from Refine's conditions. Each condition is a property named like its field: a value, a list for a set, or
 * `[from, to]` for a range with either side null; `gte` and `lte` on one field are merged to a range.
 *
 * @throws Error for an unsupported operator, or for two conditions on one field, because ignoring one would return wrong rows
 */
export function pageBody(pagination?: Pagination, filters: readonly CrudFilter[] = [], sorters: readonly CrudSort[] = []) {
  const orders = sorters.map(({ field, order }) => ({ column: field, asc: order === 'asc' }))
  return Object.assign(pageOf(pagination), orders.length > 0 && { orders }, conditionsOf(filters))
}

const largestPage = 200

const pageOf = ({ currentPage = 1, pageSize = 20, mode = 'server' }: Pagination = {}) =>
  mode === 'server' ? { current: currentPage, size: pageSize } : { current: 1, size: largestPage }

function conditionsOf(filters: readonly CrudFilter[]): Readonly<Record<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const [field, condition] of filters.flatMap(conditionOf))
    found.set(field, found.has(field) ? both(field, found.get(field), condition) : condition)
  return Object.fromEntries(found)
}

function conditionOf(filter: CrudFilter): (readonly [field: string, condition: unknown])[] {
  if (filter.operator === 'and') return filter.value.flatMap(conditionOf)
  const { operator, value } = filter
  const write = conditions[operator]
  if (!write || !('field' in filter)) throw new Error(`The backend has no filter "${operator}"`)
  return isEmpty(value) ? [] : [[filter.field, write(value)]]
}

/** Merges two conditions on one field: equal ones, or the two ends of a range. */
function both(field: string, one: unknown, other: unknown): unknown {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  if (isRange(one) && isRange(other)) {
    const ends = one.map((end, side) => (end === null ? other[side] : other[side] === null ? end : undefined))
    if (!ends.includes(undefined)) return ends
  }
  throw new Error(`The backend takes one condition on "${field}"`)
}

const isRange = (condition: unknown): condition is readonly [unknown, unknown] => Array.isArray(condition) && condition.length === 2

const conditions: Partial<Record<CrudFilter['operator'], (value: unknown) => unknown>> = {
  eq: (value) => value,
  contains: (value) => value,
  in: (value) => value,
  between: (value) => value,
  gte: (value) => [value, null],
  lte: (value) => [null, value],
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
