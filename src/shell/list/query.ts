/** The query of a list, as its address contains it. */
export interface ListQuery {
  readonly filters: Readonly<Record<string, string>>
  readonly current: number
  readonly size: number
  readonly sort?: { readonly column: string; readonly asc: boolean }
  /** Id of the saved view that was applied. */
  readonly view?: string
}

export const pageSizes = [20, 30, 40, 50] as const

/** On a phone, number of rows that are added on scrolling, and the maximum number of rows of one request. */
export const growth = 20
export const longest = 200

/** Last page that the API returns. */
const deepestPage = 10_000

const reserved = new Set(['current', 'size', 'sort', 'view'])

/**
 * Parses the address of a list; invalid values become the default.
 * @param names parameters that are filters; a name ending with a dot matches all parameters with that prefix. Other parameters, such as
 * those that chat and mail programs append to links, are ignored. Without `names`, every parameter is a filter.
 */
export function readQuery(parameters: URLSearchParams, names?: readonly string[]): ListQuery {
  const isFilter = (key: string) =>
    !reserved.has(key) && (names?.some((name) => name === key || (name.endsWith('.') && key.startsWith(name))) ?? true)
  const filters = Object.fromEntries([...parameters].filter(([key, value]) => isFilter(key) && value !== ''))
  const sort = parameters.get('sort')
  const size = Number(parameters.get('size'))
  const view = parameters.get('view')
  return {
    filters,
    current: Math.min(deepestPage, Math.max(1, Math.trunc(Number(parameters.get('current'))) || 1)),
    size: isSize(size) ? size : pageSizes[0],
    ...(view && { view }),
    ...(sort && { sort: { column: sort.replace(/^-/, ''), asc: !sort.startsWith('-') } }),
  }
}

/** Formats the address of a list; default values are omitted. */
export function writeQuery({ filters, current, size, sort, view }: ListQuery): URLSearchParams {
  const parameters = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  if (current > 1) parameters.set('current', String(current))
  if (size !== pageSizes[0]) parameters.set('size', String(size))
  if (view) parameters.set('view', view)
  if (sort) parameters.set('sort', `${sort.asc ? '' : '-'}${sort.column}`)
  return parameters
}

const isSize = (size: number): boolean =>
  pageSizes.some((known) => known === size) || (size > growth && size <= longest && size % growth === 0)
