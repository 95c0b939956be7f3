/** The outcome of setting one field of many records. */
export interface BatchAnswer {
  /** Number of records that were changed. */
  readonly changed: number
  /** Records that were not changed, each with the reason in the caller's language. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[]
}
