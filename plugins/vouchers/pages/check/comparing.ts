import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'

export interface Comparison {
  readonly subject: 'number' | 'buyer' | 'date' | 'amount' | 'taxRate' | 'kind'
  readonly entered?: string
  readonly read: string
  readonly isSame: boolean
  readonly excess?: string
}

/** A row of a filed document beside what its invoices say. */
export interface ComparedRow {
  readonly table: string
  /** Place in the table, from 1. */
  readonly place: number
  readonly isRead: boolean
  readonly comparisons: readonly Comparison[]
  readonly usedIn: readonly string[]
}

/** Rows of a filed document, or those of one of its files, beside what the files say. */
export function useComparing(document: string | undefined, file?: string): readonly ComparedRow[] | undefined {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['vouchers', 'compare', document, file],
    queryFn: ({ signal }) => http.query<readonly ComparedRow[]>('/oaserver/voucher/compare', { document, ...(file !== undefined && { file }) }, { signal, quiet: true }),
    enabled: document !== undefined,
  })
  return data
}
