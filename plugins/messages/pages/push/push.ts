import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { FailedPush, PushState } from '#plugins/messages/push-wire.ts'

export const pushKey = ['push'] as const

/** Query for the state and message counts of each channel, polled every 15 s. */
export const stateQuery = (http: Http) =>
  queryOptions({ queryKey: [...pushKey, 'state'], queryFn: ({ signal }) =>
    http.get<PushState>('/system/push/state', undefined, { signal, quiet: true }), refetchInterval: 15_000 })

/** Query for a page of failed deliveries. */
export const failedQuery = (http: Http, { current, size }: { readonly current: number; readonly size: number }) =>
  queryOptions({ queryKey: [...pushKey, 'failed', current, size], queryFn: ({ signal }) =>
    http.query<{ readonly records: readonly FailedPush[]; readonly total: number }>('/system/push/failed/page', { current, size }, { signal,
      quiet: true }) })
