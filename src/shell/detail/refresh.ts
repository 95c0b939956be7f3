import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { countsKey } from '../layout/badges.ts'

/** Queries that an action on a document may change: counts, lists, document pages. */
export const documentQueries: readonly QueryKey[] = [countsKey, ['documents'], ['document']]

/** Invalidates these queries. */
export function refreshDocuments(client: QueryClient): void {
  for (const queryKey of documentQueries) void client.invalidateQueries({ queryKey })
}
