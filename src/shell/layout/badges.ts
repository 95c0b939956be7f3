import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHttp } from '../backend.ts'
import { reads, useRead } from '../start/reads.ts'

/** How often counts are asked for, milliseconds. */
export const countsEvery = 60_000

/** What waits for the person in each list: tasks, own documents in approval, unread copies. */
export interface WaitingCounts {
  readonly todo: number
  readonly initiated: number
  readonly cc: number
}

/** Invalidate this key after an action, and every number follows. */
export const countsKey = ['counts'] as const

export function useWaiting(): WaitingCounts | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: [...countsKey, 'waiting'],
    queryFn: () => http.get<WaitingCounts>('/workflow/tasks/counts', undefined, { quiet: true }),
    refetchInterval: countsEvery,
    staleTime: countsEvery / 2,
  }).data
}

/** Numbers that stand behind menu entries, by path. */
export function useBadges(): ReadonlyMap<string, number> {
  const counts = useRead(reads.counts)
  const waiting = useWaiting()
  return useMemo(() => {
    const unread = counts ? counts.approve + counts.cc + counts.comment + counts.commentAt : 0
    return new Map([
      ['/todo', waiting?.todo ?? 0], ['/initiated', waiting?.initiated ?? 0], ['/cc', waiting?.cc ?? 0], ['/message-center', unread],
    ])
  }, [counts, waiting])
}
