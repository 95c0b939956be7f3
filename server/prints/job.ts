import type { Printout, PrintedFact } from './printout.ts'

/** The job of a print worker. Plain data, so that it can be posted to a thread. */
export type PrintJob = { readonly kind: 'documents'; readonly printouts: readonly Printout[] } | { readonly kind: 'cover';
  readonly sheet: CoverSheet } | {
  readonly kind: 'labels'
  readonly sheet: LabelSheet
}

/** A cover sheet for a claim's receipts. */
export interface CoverSheet {
  readonly company: string
  readonly name: string
  readonly form: string
  readonly number: string
  readonly facts: readonly PrintedFact[]
  /** The numbers of receipts and files. */
  readonly counts: readonly PrintedFact[]
  readonly amount: string
  readonly amountLabel: string
  readonly capitals: PrintedFact
  readonly paste: string
  readonly signatures: readonly string[]
  readonly foot: string
}

/** Labels with scannable codes. */
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
