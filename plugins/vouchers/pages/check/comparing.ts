import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'

export interface InvoiceComparison {
  readonly subject: 'number' | 'buyer' | 'buyerTaxNo' | 'date' | 'amount' | 'taxRate' | 'kind'
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
  /** False where what the row says stands in none of the files that were read. */
  readonly isCompared: boolean
  readonly comparisons: readonly InvoiceComparison[]
  readonly usedIn: readonly string[]
  /** Rows with the same invoices, this one among them, and what they claim together. */
  readonly shared?: { readonly places: readonly number[]; readonly used: string; readonly total?: string; readonly isCovered: boolean }
  readonly verifications: readonly InvoiceVerification[]
  readonly isVerifiable: boolean
}

/** The answer of the tax authority's service about an invoice; without an outcome, it was not asked. */
export interface InvoiceVerification {
  readonly number: string
  readonly file: string
  readonly outcome?: 'genuine' | 'different' | 'unknown' | 'voided'
  readonly message?: string
  readonly at?: string
}

const compareKey = ['vouchers', 'compare'] as const

/** Has the invoices of a file verified again; the client says why not. */
export function useVerifying(): { readonly verify: (attachment: string) => void; readonly isPending: boolean } {
  const { run, isPending } = useCommand({ touches: [compareKey] })
  return { verify: (attachment) => void run((http) => http.post('/oaserver/voucher/verify', { attachment })), isPending }
}

/** Rows of a filed document, or those of one of its files, beside what the files say. */
export function useComparing(document: string | undefined, file?: string): readonly ComparedRow[] | undefined {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: [...compareKey, document, file],
    queryFn: ({ signal }) =>
      http.query<readonly ComparedRow[]>('/oaserver/voucher/compare', { document, ...(file !== undefined && { file }) }, { signal,
        quiet: true }),
    enabled: document !== undefined,
  })
  return data
}
