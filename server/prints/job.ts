import type { Printout, PrintedFact } from './printout.ts'

/** The job that a worker makes a PDF of. Plain data, so that it travels. */
export type PrintJob = { readonly kind: 'documents'; readonly printouts: readonly Printout[] } | { readonly kind: 'cover';
  readonly sheet: CoverSheet } | {
  readonly kind: 'labels'
  readonly sheet: LabelSheet
}

/** A sheet on which the receipts of a claim are pasted. */
export interface CoverSheet {
  readonly company: string
  readonly name: string
  readonly form: string
  readonly number: string
  readonly facts: readonly PrintedFact[]
  /** The numbers of receipts and files that belong to it. */
  readonly counts: readonly PrintedFact[]
  readonly amount: string
  readonly amountLabel: string
  readonly capitals: PrintedFact
  readonly paste: string
  readonly signatures: readonly string[]
  readonly foot: string
}

/** Labels with codes to scan. */
export interface LabelSheet {
  readonly name: string
  readonly labels: readonly PrintedLabel[]
}

export interface PrintedLabel {
  readonly number: string
  readonly name: string
  readonly company: string
  readonly more: readonly PrintedFact[]
}
