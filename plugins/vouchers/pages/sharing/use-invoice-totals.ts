import { useQueries } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { invoiceTotals, type KnownInvoice } from '../../invoice-totals.ts'
import type { ReadAnswer } from '../drop/read-answer.ts'

/** Totals of the readable invoices in these files. */
export function useInvoiceTotals(files: readonly string[]): readonly KnownInvoice[] {
  const http = useHttp()
  return useQueries({
    queries: [...new Set(files)].map((attachment) => ({
      queryKey: ['vouchers', 'read', attachment],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        http.query<ReadAnswer>('/oaserver/voucher/read', { attachment }, { signal, quiet: true }),
      retry: false,
      staleTime: Infinity,
    })),
    combine: totalsIn,
  })
}

const totalsIn = (answers: readonly { readonly data?: ReadAnswer | undefined }[]): readonly KnownInvoice[] =>
  invoiceTotals(answers.flatMap(({ data }) => data?.vouchers ?? []))
