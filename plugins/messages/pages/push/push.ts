import { queryOptions } from '@tanstack/react-query'
import type { Http } from '../../../../providers/http.ts'

export interface PushState {
  readonly paused: { readonly since: string; readonly reason: string } | null
  readonly channels: readonly {
    readonly channel: 'EMAIL' | 'CHAT'
    readonly configured: boolean
    readonly waiting: number
    readonly failed: number
    readonly sent: number
  }[]
}

export interface FailedPush {
  readonly id: string
  readonly channel: 'EMAIL' | 'CHAT'
  readonly recipient: string
  readonly recipientName: string | null
  readonly title: string
  readonly enTitle: string
  readonly number: string | null
  readonly tries: number
  readonly error: string | null
  readonly createTime: string
}

export const pushKey = ['push'] as const

export const stateQuery = (http: Http) =>
  queryOptions({ queryKey: [...pushKey, 'state'], queryFn: () => http.get<PushState>('/system/push/state', undefined, { quiet: true }), refetchInterval: 15_000 })

export const failedQuery = (http: Http, { current, size }: { readonly current: number; readonly size: number }) =>
  queryOptions({ queryKey: [...pushKey, 'failed', current, size], queryFn: () => http.query<{ readonly records: readonly FailedPush[]; readonly total: number }>('/system/push/failed/page', { current, size }, { quiet: true }) })
