/** Filters of the lines as URL parameters. */
export type Filters = Readonly<Record<string, string>>

const listed = { department: 'departmentIds', category: 'expenseCategoryIds', band: 'band' } as const

export const filterNames: readonly string[] = ['keyword', ...Object.keys(listed)]

/** Filters in the form of the API calls. */
export function bodyOf(filters: Filters): Readonly<Record<string, unknown>> {
  const { year, keyword } = filters
  const lists = Object.entries(listed).flatMap(([name, key]) => (filters[name] ? [[key, filters[name].split(',')] as const] : []))
  return { ...(year && /^20\d\d$/.test(year) && { year: Number(year) }), ...(keyword && { keyword }), ...Object.fromEntries(lists) }
}

/** URL parameters kept on reset: the year and the side panel. */
export const keptByReset = ['year', 'open', 'quarter', 'month'] as const

/** Filters as query parameters, lists joined by commas. */
export const addressOf = (filters: Filters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(bodyOf(filters)).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]))
