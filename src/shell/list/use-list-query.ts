import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readQuery, writeQuery, type ListQuery } from './query.ts'

/**
 * The query of the list in the calling tab's address, and the ways to change it.
 *
 * `kept` names what the address says beside filters (a tab of the page, the year of a grid): it narrows nothing, and a reset keeps it.
 */
export function useListQuery(kept: readonly string[] = none) {
  const [parameters, setParameters] = useSearchParams()
  const query = useMemo(() => readQuery(parameters), [parameters])
  const change = useCallback(
    (part: Partial<ListQuery>) => setParameters(writeQuery({ ...query, ...part }), { replace: true }),
    [query, setParameters],
  )
  return {
    query,
    hasFilters: Object.keys(query.filters).some((name) => !kept.includes(name)),
    /** New filters start at the first page. */
    filter: (filters: ListQuery['filters']) => change({ filters, current: 1 }),
    /** Every row again. */
    reset: () => change({ filters: Object.fromEntries(Object.entries(query.filters).filter(([name]) => kept.includes(name))), current: 1 }),
    turn: (current: number, size: number) => change({ current: size === query.size ? current : 1, size }),
    sort: (sort: ListQuery['sort']) => change({ sort, current: 1 }),
  }
}

const none: readonly string[] = []
