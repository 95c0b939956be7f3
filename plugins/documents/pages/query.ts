import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { postingsKey } from '#shell/detail/notices/use-posting.tsx'
import type { ListQuery } from '#shell/list/query.ts'
import type { PostingState } from '#kernel/posting-state.ts'
import type { PostingDetail, PostingFigures, PostingPage } from '../wire.ts'

/** Statuses that a filter shows together: waiting and sent lines are both to be posted. */
export const shownStates = {
  waiting: ['waiting', 'sent'],
  posted: ['posted'],
  refused: ['refused'],
  handled: ['handled'],
} as const satisfies Record<string, readonly PostingState[]>

export type ShownState = keyof typeof shownStates

/** Returns whether a filter of the address names one of the statuses. */
export const isShownState = (text: string | undefined): text is ShownState => text !== undefined && Object.hasOwn(shownStates, text)

/** Milliseconds between two requests for lines while some are under way. */
const pace = 4_000

/** A page of lines; while some are under way it follows them. */
export const postingsQuery = (http: Http, { filters: { keyword, state, type, days }, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [...postingsKey, 'page', { keyword, state, type, days, current, size }],
    queryFn: ({ signal }) =>
      http.query<PostingPage>('/workflow/posting/page', { current, size, ...(keyword && { keyword }), ...(type && { type }),
        ...(days && { days }), ...(isShownState(state) && { states: shownStates[state] }) }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.records.some((row) => row.state === 'waiting' || row.state === 'sent') ? pace : false),
  })

/** The number, amount and age of the lines in each status. */
export const figuresQuery = (http: Http) =>
  queryOptions({ queryKey: [...postingsKey, 'figures'], queryFn: ({ signal }) =>
    http.query<PostingFigures>('/workflow/posting/figures', {}, { signal, quiet: true }) })

/** One line with the data that it sends and the attempts to post it. */
export const postingQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [...postingsKey, 'line', id], queryFn: ({ signal }) =>
    http.get<PostingDetail>(`/workflow/posting/${id}`, undefined, { signal, quiet: true }) })

/** The same filters as an address carries them, for the workbook. */
export const exportQuery = ({ filters: { keyword, state, type, days } }: ListQuery): Readonly<Record<string, string>> => ({
  ...(keyword && { keyword }),
  ...(type && { type }),
  ...(days && { days }),
  ...(isShownState(state) && { states: shownStates[state].join(',') }),
})
