import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

export interface StoreOptions {
  readonly form: Form
  /** `start` while the form is filled in, a node for its approver, undefined for a reader. */
  readonly at: string | undefined
  readonly entered: FormValue
  facts(): FormFacts
  /** The record of the person who files. */
  currentUser(): Readonly<Record<string, unknown>>
  /** Paths that may be written; without them, what the form says. */
  readonly editable?: readonly string[]
}
