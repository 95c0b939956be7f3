import type { HttpError, ValidationErrors } from '@refinedev/core'

/**
 * The kind of a failure. `moved`: another person acted first (42006, 42007); `refused`: by a business rule (42009); `cancelled`: the caller
 * aborted the call.
 */
export type FailureKind = 'signedOut' | 'forbidden' | 'missing' | 'moved' | 'refused' | 'failed' | 'network' | 'timeout' | 'cancelled'

/** A problem at a field: `items.2.amount` is column `amount` of the third row. */
export interface FieldRefusal {
  readonly name: string
  readonly message: string
  readonly level?: 'block' | 'confirm' | 'warn'
  /** `confirm`: the code to send along when the user accepts. */
  readonly code?: string
}

interface FailureDetails {
  readonly kind: FailureKind
  readonly message: string
  readonly code: number
  readonly traceId?: string
  readonly data?: unknown
}

/** The only error that the HTTP client throws; it implements Refine's `HttpError`. */
export class HttpFailure extends Error implements HttpError {
  [key: string]: unknown

  readonly kind: FailureKind
  /** Code of the envelope, else the HTTP status, else 0 when no answer arrived. */
  readonly statusCode: number
  readonly traceId?: string
  /** Data of the answer; the fresh state for `moved`. */
  readonly data?: unknown

  constructor({ kind, message, code, traceId, data }: FailureDetails) {
    super(message)
    this.name = 'HttpFailure'
    this.kind = kind
    this.statusCode = code
    this.traceId = traceId
    this.data = data
  }

  /** Problems at fields (42009). */
  get fields(): readonly FieldRefusal[] {
    return fieldsOf(this.data)
  }

  /** The same problems in Refine's format. */
  get errors(): ValidationErrors {
    return Object.fromEntries(this.fields.map(({ name, message }) => [name, message]))
  }
}

/** Returns whether an error was thrown by the HTTP client. */
export const isFailure = (error: unknown): error is HttpFailure => error instanceof HttpFailure

function fieldsOf(data: unknown): readonly FieldRefusal[] {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return []
  return data.fields.filter(isFieldRefusal)
}

function isFieldRefusal(field: unknown): field is FieldRefusal {
  return typeof field === 'object' && field !== null && 'name' in field && 'message' in field
}
