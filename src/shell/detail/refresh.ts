import type { QueryClient } from '@tanstack/react-query'
import { countsKey } from '../layout/badges.ts'

/** What an action on a document may have changed elsewhere: its page, the lists, the counts. */
export function refreshDocuments(client: QueryClient): void {
  for (const queryKey of [countsKey, ['documents'], ['document']]) void client.invalidateQueries({ queryKey })
}
