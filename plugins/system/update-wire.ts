/** One entry of the update log, as it is shown. */
export interface UpdateEntry {
  readonly id: string
  /** Of the product, such as 1.4.0. */
  readonly version: string
  readonly title: string
  readonly enTitle: string
  /** Markdown. */
  readonly content: string
  readonly enContent: string
  /** yyyy-MM-dd HH:mm:ss; null for a draft, which only editors see. */
  readonly publishTime: string | null
  /** Counts the edits: a change says which one it was made from. */
  readonly revision: number
}
