import type { Locale } from '#kernel/wording/label.ts'

/** A document as printed: texts in one language and their layout. Plain data, so that it can be posted to a worker. */
export interface Printout {
  readonly locale: Locale
  /** Name of the form. */
  readonly form: string
  readonly title: string
  readonly number: string
  /** Name of the company. */
  readonly company: string
  readonly state: PrintedState
  /** Applicant, department and times. */
  readonly facts: readonly PrintedFact[]
  readonly amount?: PrintedAmount
  readonly sections: readonly PrintedSection[]
  /** Photos, field by field. */
  readonly pictures?: readonly PrintedPictures[]
  readonly approvals: PrintedTable
  /** Labels of the signature lines, in order; empty where no money is paid. */
  readonly signatures: readonly string[]
  readonly seal?: PrintedSeal
  /** The person who printed it, and the time. */
  readonly foot: string
  /** Label of sums below tables. */
  readonly total: string
  /** `Page 1 of 3` as a template with `{page}` and `{pages}`. */
  readonly pages: string
  /** `Page 1`, for a document printed with others. */
  readonly page: string
}

export interface PrintedPictures {
  readonly title: string
  readonly images: readonly {
    readonly name: string
    /** Data URL of the picture. */
    readonly image: string
  }[]
}

/** The company's seal, below the approvals. */
export interface PrintedSeal {
  /** Data URL of the picture. */
  readonly image: string
  /** Points. */
  readonly width: number
  readonly height: number
  /** The day of completion. */
  readonly day: string
}

export interface PrintedState {
  readonly text: string
  readonly tone: 'running' | 'done' | 'ended'
  /** Watermark of a document that is not, or no longer, valid. */
  readonly watermark?: string
}

export interface PrintedFact {
  readonly label: string
  readonly text: string
}

/** The document's amount in figures and in Chinese capitals. */
export interface PrintedAmount extends PrintedFact {
  /** In RMB, where the figure is not. */
  readonly rmb?: PrintedFact
  readonly capitals: PrintedFact
}

export interface PrintedSection {
  readonly title: string
  readonly blocks: readonly (PrintedGrid | PrintedTable)[]
}

export interface PrintedGrid {
  readonly kind: 'grid'
  /** `wide` cells take a full line. */
  readonly cells: readonly (PrintedFact & { readonly wide: boolean })[]
}

export interface PrintedTable {
  readonly kind: 'table'
  /** Empty where it equals the section's title. */
  readonly title: string
  readonly columns: readonly PrintedColumn[]
  readonly rows: readonly PrintedRow[]
  /** One text per column, below the rows; absent without sums. */
  readonly sums?: readonly string[]
}

interface PrintedColumn {
  readonly label: string
  /** Minimum width, points. */
  readonly width: number
  readonly right: boolean
}

export interface PrintedRow {
  readonly cells: readonly string[]
  /** Values without a column, below the row. */
  readonly more: readonly PrintedFact[]
}

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
