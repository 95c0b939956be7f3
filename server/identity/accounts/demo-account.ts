import type { Label } from '#kernel/wording/label.ts'

/** An account offered on the sign-in page of the demo company. */
export interface DemoAccount {
  readonly userName: string
  /** The person's name. */
  readonly label: Label
  /** Description of the account, such as its role. */
  readonly description: Label
}
