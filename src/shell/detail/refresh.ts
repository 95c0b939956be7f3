import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { countsKey } from '../layout/badges.ts'

/** The queries that an action on a document may have changed elsewhere: its page, the lists, the counts. */
export const documentQueries: readonly QueryKey[] = [countsKey, ['documents'], ['document']]

/** Reads them again. */
export function refreshDocuments(client: QueryClient): void {
  for (const queryKey of documentQueries) void client.invalidateQueries({ queryKey })
}
