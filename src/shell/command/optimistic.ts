import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A query's data as a change will leave it. */
export interface Optimistic {
  readonly queryKey: QueryKey
  change(known: never): unknown
}

/** Shows the change in the query's data, which a read under way does not overwrite; answers the way back. */
export function showOptimistically(client: QueryClient, { queryKey, change }: Optimistic): () => void {
  void client.cancelQueries({ queryKey })
  const before = client.getQueryData(queryKey)
  if (before === undefined) return () => undefined
  client.setQueryData(queryKey, change(before as never))
  return () => void client.setQueryData(queryKey, before)
}
