import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readQuery, writeQuery, type ListQuery } from './query.ts'

/**
 * The query of the list in the calling tab's address, and the ways to change it.
 *
 * @param names parameters of the list's filters: they must stay the same array from one drawing to the next
 * @param kept what the address says beside filters (a tab of the page, the year of a grid): it narrows nothing, and a reset keeps it
 */
export function useListQuery(names: readonly string[], kept: readonly string[] = none) {
  const [parameters, setParameters] = useSearchParams()
  const query = useMemo(() => readQuery(parameters, [...names, ...kept]), [parameters, names, kept])
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

interface PageAnswer {
  /** Absent while they load. */
  readonly rows: readonly unknown[] | undefined
  /** Absent while they are counted. */
  readonly total: number | undefined
  /** Rows of other filters or of another page are still shown. */
  readonly isPlaceholderData?: boolean
}

/** The same of a query that answers records and their total. */
export const pageAnswer = (
  { data, isPlaceholderData }: { readonly data?: { readonly records: readonly unknown[]; readonly total: number } | undefined;
    readonly isPlaceholderData: boolean },
): PageAnswer => ({ rows: data?.records, total: data?.total, isPlaceholderData })

interface ShownPage {
  readonly current: number
  readonly size: number
  turn(current: number, size: number): void
}

/** Turns to the last page there is where the one that was asked for is beyond it: its rows were done, deleted, or are no longer found. */
export function useExistingPage({ current, size, turn }: ShownPage, { rows, total, isPlaceholderData = false }: PageAnswer): void {
  const last = rows?.length === 0 && !isPlaceholderData && total ? Math.min(Math.ceil(total / size), current - 1) : current
  const turnTo = useEffectEvent((page: number) => turn(page, size))
  useEffect(() => {
    if (last >= 1 && last < current) turnTo(last)
  }, [last, current])
}

/** Returns whether a page without rows is one of a list without any, so that its empty state may be shown. */
export const isWhollyEmpty = ({ rows, total }: PageAnswer, { current }: { readonly current: number }): boolean =>
  rows?.length === 0 && (total === undefined ? current === 1 : total === 0)
