import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FlowRow, FlowView } from '#kernel/flow/flow-version.ts'
import { definePartText, type PartText } from '#fields/text.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { Http } from '#providers/http.ts'
import { cn, en } from './texts.ts'

export const path = '/workflow/def'
export const flowKey = 'flows'
const quiet = { quiet: true } as const

/** A page of the list: one row for each form's flow. */
export const flowsQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [flowKey, 'page', filters, current, size],
    queryFn: () => http.query<{ records: readonly FlowRow[]; total: number }>(`${path}/page`, { ...filters, current, size }, quiet),
    placeholderData: keepPreviousData,
  })

/** A form's flow in force with its history, and the shipped version that waits. */
export const flowQuery = (http: Http, key: string) =>
  queryOptions({ queryKey: [flowKey, 'one', key], queryFn: () => http.get<FlowView>(`${path}/${key}`, {}, quiet) })

/** The flows of all forms, for choices. */
export const allFlowsQuery = (http: Http) =>
  queryOptions({ queryKey: [flowKey, 'all'], queryFn: () =>
    http.query<{ records: readonly FlowRow[] }>(`${path}/page`, { current: 1, size: 200 }, quiet) })

export type FlowKey = keyof typeof cn
export type FlowText = PartText<FlowKey>

export const useFlowText = definePartText<FlowKey>({ cn, en })

/** Returns whether the page has a text for a key, such as the name of an attribute. */
export const isFlowKey = (key: string): key is FlowKey => Object.hasOwn(cn, key)
