import { useQuery } from '@tanstack/react-query'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { cn, en } from './texts.ts'

export interface InvoiceComparison {
  readonly subject: 'number' | 'buyer' | 'buyerTaxNo' | 'date' | 'amount' | 'taxRate' | 'kind'
  readonly entered?: string
  readonly read: string
  readonly isSame: boolean
  readonly excess?: string
}

/** A row of a filed document, compared with its invoices. */
export interface ComparedRow {
  readonly table: string
  /** Row number in the table, from 1. */
  readonly place: number
  readonly isRead: boolean
  /** False if none of the files could be read, or an invoice of the row is in none of them. */
  readonly isCompared: boolean
  readonly comparisons: readonly InvoiceComparison[]
  readonly usedIn: readonly string[]
  /** Rows with the same invoices, including this one, and the total that they claim. */
  readonly shared?: { readonly places: readonly number[]; readonly used: string; readonly total?: string; readonly isCovered: boolean }
  readonly verifications: readonly InvoiceVerification[]
  readonly isVerifiable: boolean
}

/** Verification of an invoice by the tax authority's service; without an outcome it was not requested yet. */
export interface InvoiceVerification {
  readonly number: string
  readonly file: string
  readonly outcome?: 'genuine' | 'different' | 'unknown' | 'voided'
  readonly message?: string
  readonly at?: string
}

const compareKey = ['vouchers', 'compare'] as const

/** Command that has the invoices of a file verified again; the HTTP client shows failures. */
export function useVerifying(): { readonly verify: (attachment: string) => void; readonly isPending: boolean } {
  const { run, isPending } = useCommand({ touches: [compareKey] })
  return { verify: (attachment) => void run((http) => http.post('/oaserver/voucher/verify', { attachment })), isPending }
}

/** Rows of a filed document compared with their files, optionally of one file only; undefined while loading. */
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

export const useCheckText = definePartText<keyof typeof cn>({ cn, en })
