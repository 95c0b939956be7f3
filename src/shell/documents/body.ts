import { isDate } from '#kernel/values/dates.ts'
import type { ListQuery } from '../list/query.ts'
import { quickFilters } from './lists.ts'

/** Converts a list's address to the body of its call. */
export function bodyOf({ filters, current, size, sort }: ListQuery): Readonly<Record<string, unknown>> {
  const own = Object.entries(filters).filter(([name]) => name.startsWith(ownPrefix))
  const common = Object.fromEntries(Object.entries(filters).filter(([name]) => !name.startsWith(ownPrefix)))
  return {
    current,
    size,
    ...(sort && { orders: [{ column: sort.column, asc: sort.asc }] }),
    ...conditionsOf({ filters: common }),
    ...(own.length > 0 && { columns: Object.fromEntries(own.map(([name, text]) => [name.slice(ownPrefix.length), text])) }),
  }
}

/** The body for the rows only; totals are a separate call. */
export const rowsBody = (body: ReturnType<typeof bodyOf>): Readonly<Record<string, unknown>> => ({ ...body, figures: false })

/** The body for the filters only, without page and order. */
export const filterBody = (filters: ListQuery['filters']): Readonly<Record<string, unknown>> => conditionsOf({ filters })

/** The query of the list's export. */
export function exportQuery(query: ListQuery): Readonly<Record<string, unknown>> {
  return { ...conditionsOf(query), ...(query.sort && { order: [query.sort.column, query.sort.asc ? 'asc' : 'desc'] }) }
}

/** Prefix of a form's own columns, in addresses, filters and orders. */
export const ownPrefix = 'columns.'

const conditionsOf = ({ filters }: Pick<ListQuery, 'filters'>): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...Object.entries(filters).map(([name, text]) => meanings[name]?.(text) ?? { [name]: text }))

/** Filters that are not passed as plain text. */
const meanings: Readonly<Record<string, (text: string) => Readonly<Record<string, unknown>>>> = {
  type: (text) => ({ businessType: text.split(',') }),
  departments: (text) => ({ departments: text.split(',') }),
  // an invalid value in the address is ignored
  state: (text) => (/^\d+$/.test(text) ? { state: Number(text) } : {}),
  dates: (text) => (text.split(',').filter(isDate).length === 2 ? { dateRange: text.split(',') } : {}),
  quick: (text) => {
    const chosen = text.split(',').filter(Boolean)
    const marks = chosen.filter((name) => !isQuickFilter(name))
    return { ...Object.fromEntries(chosen.filter(isQuickFilter).map((name) => [name, true])), ...(marks.length > 0 && { marks }) }
  },
}

const isQuickFilter = (name: string): boolean => quickFilters.some((known) => known === name)
