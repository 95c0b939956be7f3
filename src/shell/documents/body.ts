import type { ListQuery } from '../list/query.ts'

/** What a list's address means as the body of its call. */
export function bodyOf({ filters, current, size, sort }: ListQuery): Readonly<Record<string, unknown>> {
  const { type, departments, state, dates, ...texts } = filters
  const [from, to] = dates?.split(',') ?? []
  return {
    current,
    size,
    ...texts,
    ...(type && { businessType: type.split(',') }),
    ...(departments && { departments: departments.split(',') }),
    ...(state && { state: Number(state) }),
    ...(from && to && { dateRange: [from, to] }),
    ...(sort && { orders: [{ column: sort.column, asc: sort.asc }] }),
  }
}
