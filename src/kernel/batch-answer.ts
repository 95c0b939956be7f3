/** The outcome of setting one field of many records. */
export interface BatchAnswer {
  /** Records that have the value now. */
  readonly changed: number
  /** Records that stayed as they were, each with the reason in the caller's language. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[]
}
