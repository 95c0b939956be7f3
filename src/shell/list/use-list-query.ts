import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readQuery, writeQuery, type ListQuery } from './query.ts'

/**
 * The query of the list in the calling tab's address, with functions that change it.
 *
 * @param names parameters of the list's filters; must be the same array at every render. Default: the list has none
 * @param kept other parameters of the address (a tab of the page, the year of a grid): not filters, and kept by a reset
 */
export function useListQuery(names: readonly string[] = none, kept: readonly string[] = none) {
  const [parameters, setParameters] = useSearchParams()
  const query = useMemo(() => readQuery(parameters, [...names, ...kept]), [parameters, names, kept])
  const change = useCallback(
    (part: Partial<ListQuery>) => setParameters(writeQuery({ ...query, ...part }), { replace: true }),
    [query, setParameters],
  )
  return {
    query,
    hasFilters: Object.keys(query.filters).some((name) => !kept.includes(name)),
    /** Sets the filters and goes to the first page. */
    filter: (filters: ListQuery['filters']) => change({ filters, current: 1 }),
    /** Removes all filters. */
    reset: () => change({ filters: Object.fromEntries(Object.entries(query.filters).filter(([name]) => kept.includes(name))), current: 1 }),
    turn: (current: number, size: number) => change({ current: size === query.size ? current : 1, size }),
    sort: (sort: ListQuery['sort']) => change({ sort, current: 1 }),
  }
}

const none: readonly string[] = []

interface PageAnswer {
  /** Absent while they load. */
  readonly rows: readonly unknown[] | undefined
  /** Absent while they are counted. */
  readonly total: number | undefined
  /** Rows of other filters or of another page are still displayed. */
  readonly isPlaceholderData?: boolean
}

/** Converts the answer of a query of records with a total. */
export const pageAnswer = (
  { data, isPlaceholderData }: { readonly data?: { readonly records: readonly unknown[]; readonly total: number } | undefined;
    readonly isPlaceholderData: boolean },
): PageAnswer => ({ rows: data?.records, total: data?.total, isPlaceholderData })

interface ShownPage {
  readonly current: number
  readonly size: number
  turn(current: number, size: number): void
}

/** Goes to the last page if the requested one no longer exists, e.g. after its rows were decided or deleted. */
export function useExistingPage({ current, size, turn }: ShownPage, { rows, total, isPlaceholderData = false }: PageAnswer): void {
  const last = rows?.length === 0 && !isPlaceholderData && total ? Math.min(Math.ceil(total / size), current - 1) : current
  const turnTo = useEffectEvent((page: number) => turn(page, size))
  useEffect(() => {
    if (last >= 1 && last < current) turnTo(last)
  }, [last, current])
}

/** Returns whether the whole list is empty, not only the requested page. */
export const isWhollyEmpty = ({ rows, total }: PageAnswer, { current }: { readonly current: number }): boolean =>
  rows?.length === 0 && (total === undefined ? current === 1 : total === 0)
