/**
 * Base class of the errors that are answered to the user: the class gives the kind, `code` is a locale key, the parameters fill its
 * placeholders. Exactly one file of the host maps them to HTTP status codes.
 */
export type Parameters = Readonly<Record<string, string | number>>

export abstract class MeaningfulError extends Error {
  abstract readonly kind: 'refused' | 'forbidden' | 'missing' | 'unauthenticated' | 'taskMoved' | 'stateMoved'

  constructor(
    /** Locale key of the message. */
    readonly code: string,
    readonly parameters: Parameters = {},
  ) {
    super(code)
    this.name = new.target.name
  }
}

/** A problem at a field: `items.2.amount` is column `amount` of the third row. */
export interface FieldProblem {
  readonly field: string
  readonly code: string
  readonly parameters?: Parameters
  /** The message itself, where it comes from a declaration (a form's rule) and has no locale key. */
  readonly message?: { readonly cn: string; readonly en: string }
  /** `block` refuses; `confirm` refuses until the user accepts it; `warn` only informs. */
  readonly level?: 'block' | 'confirm' | 'warn'
}

/** A business rule refuses the call (42009 on the wire). */
export class Refused extends MeaningfulError {
  override readonly kind = 'refused'

  constructor(
    code: string,
    parameters: Parameters = {},
    readonly fields: readonly FieldProblem[] = [],
  ) {
    super(code, parameters)
  }
}

/** The caller lacks the right (403). */
export class Forbidden extends MeaningfulError {
  override readonly kind = 'forbidden'
}

/** The record does not exist, or the caller may not know that it does (404). */
export class Missing extends MeaningfulError {
  override readonly kind = 'missing'
}

/** The caller is not signed in (401). */
export class Unauthenticated extends MeaningfulError {
  override readonly kind = 'unauthenticated'
}

/** The current state of a document, returned to a caller who acted on a stale one. */
export interface FreshState {
  /** Its code on the wire. */
  readonly state: number
  readonly currentTask: unknown
  readonly routeName: string
}

/** The task was handled by someone else (42006). */
export class TaskMoved extends MeaningfulError {
  override readonly kind = 'taskMoved'

  constructor(
    readonly fresh: FreshState | undefined,
    code = 'error.taskMoved',
  ) {
    super(code)
  }
}

/** The document's state, or a record's version, has changed (42007). */
export class StateMoved extends MeaningfulError {
  override readonly kind = 'stateMoved'

  constructor(
    readonly fresh: FreshState | undefined,
    code = 'error.stateMoved',
    parameters: Parameters = {},
  ) {
    super(code, parameters)
  }
}
