import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { definePartText, type PartText } from '#fields/text.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useSyncText = definePartText<keyof typeof cn>({ cn, en })

export interface SyncRun {
  readonly id: string
  readonly kind: string
  readonly startTime: string
  readonly endTime: string | null
  readonly total: number
  readonly success: number
  readonly failed: number
  /** Null while it runs. */
  readonly result: 'SUCCESS' | 'FAILURE' | null
  readonly message: string | null
  readonly createBy: string | null
  readonly createName: string | null
}

export interface SyncSources {
  /** The sources that may be asked for now. */
  readonly sources: readonly (Label & { readonly kind: string })[]
  /** The kinds of entries of the log. */
  readonly kinds: readonly string[]
}

export const syncPath = '/system/syncLog'
export const syncLog = 'syncLog'
const quiet = { quiet: true } as const

/** A page of the runs by which data came from other systems. */
export const runsQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [syncLog, 'page', filters, current, size],
    queryFn: () => http.query<{ records: readonly SyncRun[]; total: number }>(`${syncPath}/page`, { ...filters, current, size }, quiet),
    placeholderData: keepPreviousData,
  })

/** The sources that can be asked for data now, and the kinds of entries of the log. */
export const sourcesQuery = (http: Http) =>
  queryOptions({ queryKey: [syncLog, 'sources'], queryFn: () => http.get<SyncSources>(`${syncPath}/sources`, {}, quiet) })

/** The subject of a run, in words. */
export function kindName(kind: string, { t }: PartText<keyof typeof cn>): string {
  if (kind === 'PERSONNEL' || kind === 'CARD' || kind === 'INVOICE_MAIL') return t(kind)
  return t('sap', { name: kind.replace('SAP_', '').toLowerCase().replaceAll('_', ' ') })
}

/** The duration of a run, both ends as the company's clock shows them; a dash while it runs. */
export function tookText({ startTime, endTime }: SyncRun, { t }: PartText<keyof typeof cn>): string {
  if (endTime === null) return '—'
  const seconds = Math.max(0, Math.round((Date.parse(endTime.replace(' ', 'T')) - Date.parse(startTime.replace(' ', 'T'))) / 1_000))
  return seconds < 120 ? t('seconds', { n: seconds }) : t('minutes', { n: Math.round(seconds / 60) })
}
