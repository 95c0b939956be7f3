import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import type { UpdateEntry } from '#plugins/system/texts-wire.ts'
import { cn, en } from './texts.ts'

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

const remembered = 'oa.updatesSeen'
const listeners = new Set<() => void>()

/** Publication time of the newest entry seen in this browser; null before the first visit, when no entry counts as new. */
export const useSeen = (): string | null => useSyncExternalStore(subscribe, () => localStorage.getItem(remembered))

/** Returns whether an entry was published after the last seen one. */
export const isNews = (publishTime: string | null, seen: string | null): boolean => seen !== null && (publishTime ?? '') > seen

/** Marks all entries up to a publication time as seen. */
export function markSeen(publishTime: string): void {
  if (publishTime <= (localStorage.getItem(remembered) ?? '')) return
  localStorage.setItem(remembered, publishTime)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
