import { useQueryClient } from '@tanstack/react-query'
import { useHttp } from '../../../../src/shell/backend.ts'
import type { Http } from '../../../../providers/http.ts'
import { organisationKey } from './calls.ts'

/** Sends a change and asks everything anew, also after a refusal: somebody else may have been faster. */
export function useChange() {
  const http = useHttp()
  const client = useQueryClient()
  return async <Answer>(send: (http: Http) => Promise<Answer>): Promise<Answer> => {
    try {
      return await send(http)
    } finally {
      await Promise.all([client.invalidateQueries({ queryKey: organisationKey }), client.invalidateQueries({ queryKey: ['read', 'departments'] })])
    }
  }
}
