import type { ListQuery } from '../list/query.ts'
import { quickFilters } from './lists.ts'

/** What a list's address means as the body of its call. */
export function bodyOf({ filters, current, size, sort }: ListQuery): Readonly<Record<string, unknown>> {
  const conditions = Object.entries(filters).map(([name, text]) => meanings[name]?.(text) ?? { [name]: text })
  return Object.assign({ current, size }, sort && { orders: [{ column: sort.column, asc: sort.asc }] }, ...conditions)
}

/** The same as the address of its export. */
export function exportQuery(query: ListQuery): Readonly<Record<string, unknown>> {
  const { current, size, orders, ...filters } = bodyOf(query)
  return { ...filters, ...(query.sort && { order: [query.sort.column, query.sort.asc ? 'asc' : 'desc'] }) }
}

/** Filters that are no plain text. */
const meanings: Readonly<Record<string, (text: string) => Readonly<Record<string, unknown>>>> = {
  type: (text) => ({ businessType: text.split(',') }),
  departments: (text) => ({ departments: text.split(',') }),
  state: (text) => ({ state: Number(text) }),
  dates: (text) => ({ dateRange: text.split(',') }),
  quick: (text) => Object.fromEntries(quickFilters.filter((name) => text.split(',').includes(name)).map((name) => [name, true])),
}
