/** One chapter of the user guide. */
export interface GuideChapter {
  readonly key: string
  readonly parent: string | null
  readonly title: string
  readonly enTitle: string
  /** Markdown. */
  readonly content: string
  readonly enContent: string
  /** Addresses that it explains. */
  readonly pages: readonly string[]
  /** Differs from what the product ships. */
  readonly edited: boolean
  /** Counts the edits. */
  readonly version: number
}
