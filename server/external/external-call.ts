import type { Label } from '#kernel/wording/label.ts'
import type { CallParameters } from '#kernel/evaluate/external-questions.ts'
import type { Env } from '#server/env.ts'

/** A record of another system, by attributes. A choice is its `value`, called `cn` and `en`. */
export type ExternalRow = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Something that another system is asked for forms. */
export interface ExternalCall {
  /** Name of the system for people. */
  readonly system: Label
  /** Returns whether it is set up at all; where it is not, nothing is asked of it and nothing is missed. */
  isSet?(env: Env): boolean
  /**
   * Choices, those that fit `keyword` where one is given; or figures, in one row. Nothing for what the system does not know.
   * @throws ExternalOutage where it does not answer
   */
  ask(context: { readonly env: Env; readonly at: Date }, parameters: CallParameters, keyword?: string): Promise<readonly ExternalRow[]>
}

/** Another system did not answer, or not in a way that may be used. */
export class ExternalOutage extends Error {
  override readonly name = 'ExternalOutage'
}
