import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { useHttp } from '#shell/backend.ts'

/** Sends a change and asks anew for what it touches, also after a refusal: somebody else may have been faster. */
export function useChange(touched: readonly QueryKey[]) {
  const http = useHttp()
  const client = useQueryClient()
  return async <Answer>(send: (http: Http) => Promise<Answer>): Promise<Answer> => {
    try {
      return await send(http)
    } finally {
      await Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })))
    }
  }
}
