import type { Locale } from '#kernel/wording/label.ts'

/** A document as paper shows it: texts in one language and where they stand. Plain data, so that it travels to a worker. */
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
  /** The people who sign on paper, in their order; nobody where no money is paid. */
  readonly signatures: readonly string[]
  readonly seal?: PrintedSeal
  /** The person who printed it, and when. */
  readonly foot: string
  /** The name of sums below tables. */
  readonly total: string
  /** `Page 1 of 3`, with blanks `{page}` and `{pages}`. */
  readonly pages: string
  /** `Page 1`, of a document that is printed with others. */
  readonly page: string
}

export interface PrintedPictures {
  readonly title: string
  readonly images: readonly {
    readonly name: string
    /** Address that holds the picture itself. */
    readonly image: string
  }[]
}

/** The company's seal below what it stands for. */
export interface PrintedSeal {
  /** Address that holds the picture itself. */
  readonly image: string
  /** Points. */
  readonly width: number
  readonly height: number
  /** When the document was completed. */
  readonly day: string
}

export interface PrintedState {
  readonly text: string
  readonly tone: 'running' | 'done' | 'ended'
  /** Across the page, where the paper proves nothing (yet). */
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
  /** `wide` ones take a line of their own. */
  readonly cells: readonly (PrintedFact & { readonly wide: boolean })[]
}

export interface PrintedTable {
  readonly kind: 'table'
  /** Empty where the section says it. */
  readonly title: string
  readonly columns: readonly PrintedColumn[]
  readonly rows: readonly PrintedRow[]
  /** One text per column, below the rows; none where there is nothing to add up. */
  readonly sums?: readonly string[]
}

export interface PrintedColumn {
  readonly label: string
  /** Points that it needs at least. */
  readonly width: number
  readonly right: boolean
}

export interface PrintedRow {
  readonly cells: readonly string[]
  /** The facts that do not fit beside the others, below them. */
  readonly more: readonly PrintedFact[]
}
