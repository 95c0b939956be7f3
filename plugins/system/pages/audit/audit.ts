import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import type { Label } from '#kernel/wording/label.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useAuditText = definePartText<keyof typeof cn>({ cn, en })

export type AuditText = ReturnType<typeof useAuditText>

/** Text keys of refusal codes. */
export const refusals: ReadonlyMap<number, `r${string}` & keyof typeof cn> = new Map([[401, 'r401'], [403, 'r403'], [42009, 'r42009'], [
  42007,
  'r42007',
], [500, 'r500']])

export interface AuditLine {
  readonly id: string
  readonly createTime: string
  readonly userId: string | null
  readonly userName: string | null
  readonly ip: string
  readonly method: string
  readonly path: string
  /** Name of the call. */
  readonly operation: Label
  readonly resource: string | null
  readonly resourceName: Label | null
  readonly resourceId: string | null
  /** Number of the affected document. */
  readonly resourceNo: string | null
  readonly code: number
  readonly ms: number
  readonly traceId: string
  readonly changes: readonly { readonly field: string; readonly label: Label | null; readonly before: unknown; readonly after: unknown }[]
}

interface AuditPage {
  readonly records: readonly AuditLine[]
  readonly next: { readonly time: string; readonly id: string } | null
}

export const path = '/system/auditLog'

/** Converts the URL's filters to the request of the log. */
export function wantedBy({ userId, resource, dates = '', code }: Readonly<Record<string, string | undefined>>) {
  const [from, to] = dates.split(',')
  return { ...(userId && { userId }), ...(resource && { resource }), ...(from && { from }), ...(to && { to }),
    ...(code && { code: Number(code) }) }
}

/** @param query `resourceId`: of one record */
export const linesQuery = (http: Http,
  query: Omit<ReturnType<typeof wantedBy>, 'resource'> & { readonly resource?: string | readonly string[];
    readonly resourceId?: string }) =>
  infiniteQueryOptions({
    queryKey: ['auditLog', query],
    queryFn: ({ pageParam, signal }) =>
      http.query<AuditPage>(`${path}/page`, { ...query, ...(pageParam && { after: pageParam }) }, { signal, quiet: true }),
    initialPageParam: null as AuditPage['next'],
    getNextPageParam: ({ next }) => next,
  })

/** Query for the resources by which the log can be filtered. */
export const resourcesQuery = (http: Http) =>
  queryOptions({ queryKey: ['auditLog', 'resources'], queryFn: () =>
    http.get<readonly (Label & { readonly resource: string })[]>(`${path}/resources`, {}, { quiet: true }), staleTime: Infinity })

/** Value of a record as one line of text. */
export const shown = (
  value: unknown,
): string => (value === null || value === undefined || value === '' ? '—' : typeof value === 'string' ? value : JSON.stringify(value))
