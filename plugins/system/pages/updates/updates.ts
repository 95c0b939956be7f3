import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { definePartText } from '#fields/text.ts'
import type { UpdateEntry } from '#plugins/system/update-wire.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'

export const useUpdateText = definePartText<keyof typeof cn>({ cn, en })

export const updatePath = '/system/updateLog'
export const updatesPage = '/update-log'
export const updates = 'updateLog'

const quiet = { quiet: true } as const

/** Query for the five latest entries. */
export const latestQuery = (http: Http) =>
  queryOptions({ queryKey: [updates, 'latest'], queryFn: () => http.get<readonly UpdateEntry[]>(`${updatePath}/list`, { size: '5' }, quiet),
    staleTime: 300_000 })

/** Query for a page of the update log, filtered by keyword. */
export const updatesQuery = (http: Http, query: { readonly keyword: string; readonly current: number; readonly size: number }) =>
  queryOptions({ queryKey: [updates, 'page', query], queryFn: () =>
    http.query<{ records: readonly UpdateEntry[]; total: number }>(`${updatePath}/page`, query, quiet), placeholderData: keepPreviousData })
