import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may } from '#providers/permissions.ts'
import { useHttp } from '../backend.ts'
import { useKnows, useRoutes } from '../routing/routes-context.ts'
import type { MessageCounts } from '../start/answers.ts'

/** Polling interval of counts, in ms. */
const countsEvery = 60_000

/**
 * Counts for the user: open and overdue tasks, own documents in approval and returned ones, unread copies, drafts; and tasks handled today.
 */
export interface WaitingCounts {
  readonly todo: number
  readonly overdue: number
  readonly initiated: number
  readonly returned: number
  readonly cc: number
  readonly drafts: number
  readonly handledToday: number
}

/** Query key of all counts; invalidate it after an action. */
export const countsKey = ['counts'] as const

/** The counts for the user, polled. */
export function useWaiting(): WaitingCounts | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: [...countsKey, 'waiting'],
    queryFn: () => http.get<WaitingCounts>('/workflow/tasks/counts', undefined, { quiet: true }),
    refetchInterval: countsEvery,
    staleTime: countsEvery / 2,
  }).data
}

export const messageCentre = '/message-center'

/** Counts of unread messages; polled only if the product has a message centre. */
export function useMessageCounts(): MessageCounts | undefined {
  const http = useHttp()
  const knows = useKnows()
  return useQuery({
    queryKey: [...countsKey, 'messages'],
    queryFn: () => http.get<MessageCounts>('/oaserver/messages/count', undefined, { quiet: true }),
    enabled: knows(messageCentre),
    refetchInterval: countsEvery,
    staleTime: countsEvery / 2,
  }).data
}

/** Counts of modules' pages, by path; only for pages that the user may open. */
function usePageCounts(): ReadonlyMap<string, number> {
  const http = useHttp()
  const { pages } = useRoutes()
  const counting = pages.flatMap((
    { path, counts, needs },
  ) => (counts !== undefined && (needs === undefined || may(needs)) ? [{ path, counts }] : []))
  const { data } = useQuery({
    queryKey: [...countsKey, 'pages'],
    queryFn: () =>
      Promise.all(
        counting.map(async ({ path, counts }) =>
          [path, (await http.get<{ readonly count: number }>(counts, undefined, { quiet: true })).count] as const
        ),
      ),
    enabled: counting.length > 0,
    refetchInterval: countsEvery,
    staleTime: countsEvery / 2,
  })
  return useMemo(() => new Map(data), [data])
}

/** The badges of menu entries, by path. */
export function useBadges(): ReadonlyMap<string, number> {
  const counts = useMessageCounts()
  const waiting = useWaiting()
  const counted = usePageCounts()
  return useMemo(() => {
    const unread = counts ? counts.approve + counts.cc + counts.comment + counts.commentAt : 0
    return new Map([
      ['/todo', waiting?.todo ?? 0],
      ['/initiated', waiting?.initiated ?? 0],
      ['/cc', waiting?.cc ?? 0],
      [messageCentre, unread],
      ...counted,
    ])
  }, [counts, waiting, counted])
}
