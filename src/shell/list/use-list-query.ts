import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readQuery, writeQuery, type ListQuery } from './query.ts'

/** The query of the list in the calling tab's address, and the ways to change it. */
export function useListQuery() {
  const [parameters, setParameters] = useSearchParams()
  const query = useMemo(() => readQuery(parameters), [parameters])
  const change = useCallback(
    (part: Partial<ListQuery>) => setParameters(writeQuery({ ...query, ...part }), { replace: true }),
    [query, setParameters],
  )
  return {
    query,
    hasFilters: Object.keys(query.filters).length > 0,
    /** New filters start at the first page. */
    filter: (filters: ListQuery['filters']) => change({ filters, current: 1 }),
    turn: (current: number, size: number) => change({ current: size === query.size ? current : 1, size }),
    sort: (sort: ListQuery['sort']) => change({ sort, current: 1 }),
  }
}
