import type { Event } from '#approval/event.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Evaluation } from '../values/form-facts.ts'

/** The outcome of an action on a document. */
export interface ActionOutcome {
  readonly form: Form
  /** Of the versions that the document is pinned to. */
  readonly formHash: string | null
  readonly flow: Flow
  readonly flowHash: string
  readonly number: string
  readonly value: FormValue
  /** The subject of the value, by the form in force; undefined where the value is the stored one. */
  readonly subject: Label | undefined
  readonly events: readonly Event[]
  /** The people, and the days that are worked. */
  readonly evaluation: Pick<Evaluation, 'directory' | 'calendar'>
  readonly at: Date
}
