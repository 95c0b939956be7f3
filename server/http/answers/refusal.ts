import type { Parameters } from '#kernel/errors.ts'

/** A refusal before the request is processed, with a message; keeps its HTTP status. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest'

  constructor(
    /** 4xx. */
    readonly statusCode: number,
    /** Locale key. */
    readonly code: string,
    readonly parameters: Parameters = {},
  ) {
    super(code)
  }
}

/** An external dependency does not answer: neither the caller nor this product is at fault, and the call can be retried shortly. */
export class OutsideUnavailable extends Error {
  override readonly name = 'OutsideUnavailable'
}
