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
