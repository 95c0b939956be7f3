import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-delay.ts'
import type { PersonSummary } from '#shell/start/answers.ts'

/** Maximum number of people found. */
const most = 50

/** Colleagues found by name in both languages, pinyin, initials or department; undefined while they are loaded, or without a keyword. */
export function useFound(keyword: string | undefined): readonly PersonSummary[] | undefined {
  const http = useHttp()
  const searched = useDebounced(keyword)
  return useQuery({
    queryKey: ['people-found', searched],
    queryFn: ({ signal }) =>
      http.get<readonly PersonSummary[]>('/system/users/list', { keyword: searched, byDepartment: 1, enable: 1, size: most }, { signal,
        quiet: true }),
    placeholderData: keepPreviousData,
    enabled: searched !== undefined,
  }).data
}
