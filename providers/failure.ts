import type { HttpError, ValidationErrors } from '@refinedev/core'

/**
 * The kind of a failure, seen from the person's side. `moved`: someone else was faster (42006, 42007);
 * `refused`: a business rule says no (42009); `cancelled`: nobody waits for the answer any more.
 */
export type FailureKind = 'signedOut' | 'forbidden' | 'missing' | 'moved' | 'refused' | 'failed' | 'network' | 'timeout' | 'cancelled'

/** A field that a refusal points at: `items.2.amount` is column `amount` of the third row. */
export interface FieldRefusal {
  readonly name: string
  readonly message: string
  readonly level?: 'block' | 'confirm' | 'warn'
  /** Of a question: what a yes names. */
  readonly code?: string
}

interface FailureDetails {
  readonly kind: FailureKind
  readonly message: string
  readonly code: number
  readonly traceId?: string
  readonly data?: unknown
}

/** The one error that the backend's client throws; it has the shape that Refine expects. */
export class HttpFailure extends Error implements HttpError {
  [key: string]: unknown

  readonly kind: FailureKind
  /** Code of the envelope, or the HTTP status, or 0 when no answer came. */
  readonly statusCode: number
  readonly traceId?: string
  /** The data beside the message; the fresh state after `moved`. */
  readonly data?: unknown

  constructor({ kind, message, code, traceId, data }: FailureDetails) {
    super(message)
    this.name = 'HttpFailure'
    this.kind = kind
    this.statusCode = code
    this.traceId = traceId
    this.data = data
  }

  /** Problems of single fields (42009). */
  get fields(): readonly FieldRefusal[] {
    return fieldsOf(this.data)
  }

  /** The same problems as Refine reads them. */
  get errors(): ValidationErrors {
    return Object.fromEntries(this.fields.map(({ name, message }) => [name, message]))
  }
}

/** Returns whether an error is one of the backend's client. */
export const isFailure = (error: unknown): error is HttpFailure => error instanceof HttpFailure

function fieldsOf(data: unknown): readonly FieldRefusal[] {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return []
  return data.fields.filter(isFieldRefusal)
}

function isFieldRefusal(field: unknown): field is FieldRefusal {
  return typeof field === 'object' && field !== null && 'name' in field && 'message' in field
}
