import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WritingHttp } from '#providers/http.ts'
import { useHttp } from '#shell/backend.ts'
import { useDetailText } from '#shell/detail/texts.ts'

/** Maximum number of phrases, and maximum length of one in characters. */
export const mostPhrases = 50
export const longestPhrase = 1_000

const place = '/system/opinions'
const key = ['opinions']
const usual = ['phrase1', 'phrase2', 'phrase3'] as const

/** The user's own phrases; default ones while there are none. */
export function usePhrases() {
  const http = useHttp()
  const client = useQueryClient()
  const { t } = useDetailText()
  const { data } = useQuery({ queryKey: key, queryFn: () => http.get<readonly string[]>(place, undefined, { quiet: true }),
    staleTime: Infinity })
  const own = Array.isArray(data) ? (data as readonly string[]) : []
  return {
    own,
    phrases: own.length > 0 ? own : usual.map((each) => t(each)),
    /** Creates the call that saves the whole list, for a command. */
    save: (list: readonly string[]) => async (to: WritingHttp): Promise<void> => {
      client.setQueryData(key, await to.put<readonly string[]>(place, { opinions: list }, { quiet: true }))
    },
  }
}
