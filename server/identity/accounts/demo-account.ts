import type { Label } from '#kernel/wording/label.ts'

/** An account that the sign-in page of the demo company offers. */
export interface DemoAccount {
  readonly userName: string
  /** The person's name. */
  readonly label: Label
  /** A description of what the account shows, such as its role. */
  readonly description: Label
}
