/** A chapter of the user guide. */
export interface GuideChapter {
  readonly key: string
  readonly parent: string | null
  readonly title: string
  readonly enTitle: string
  /** Content in Markdown. */
  readonly content: string
  readonly enContent: string
  /** Paths of the pages that it explains. */
  readonly pages: readonly string[]
  /** True if it differs from the shipped chapter. */
  readonly edited: boolean
  /** Version for optimistic locking. */
  readonly version: number
}

/** An entry of the update log. */
export interface UpdateEntry {
  readonly id: string
  /** Version of the product, e.g. 1.4.0. */
  readonly version: string
  readonly title: string
  readonly enTitle: string
  /** Content in Markdown. */
  readonly content: string
  readonly enContent: string
  /** yyyy-MM-dd HH:mm:ss; null for a draft, which only editors see. */
  readonly publishTime: string | null
  /** Version for optimistic locking. */
  readonly revision: number
}
