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
