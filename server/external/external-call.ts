import type { Label } from '#kernel/wording/label.ts'
import type { CallParameters } from '#kernel/evaluate/external-questions.ts'
import type { Env } from '#server/env.ts'

/** A record of another system, by attributes. A choice has a `value`, and the labels `cn` and `en`. */
export type ExternalRow = Readonly<Record<string, string | number | boolean | null | undefined>>

/** A query of another system for forms. */
export interface ExternalCall {
  /** Display name of the system. */
  readonly system: Label
  /** Returns whether the system is configured; otherwise it is not queried, and no values are missing. */
  isSet?(env: Env): boolean
  /**
   * Reads choices, filtered by `keyword` if given, or figures in one row; empty for unknown parameters.
   * @throws ExternalOutage where the system does not answer
   */
  ask(context: { readonly env: Env; readonly at: Date }, parameters: CallParameters, keyword?: string): Promise<readonly ExternalRow[]>
  /** Forgets the answers that the module keeps itself. Answers how many those were. */
  forget?(env: Env): number
}

/** Another system did not answer, or its answer is unusable. */
export class ExternalOutage extends Error {
  override readonly name = 'ExternalOutage'
}
