import type { Parameters } from '#kernel/errors.ts'

/** A request that is refused as a message, before anyone reads what it asks: its HTTP status is kept. */
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

/** Something outside that we depend on does not answer: neither the caller nor this product is wrong, and it may be asked again shortly. */
export class OutsideUnavailable extends Error {
  override readonly name = 'OutsideUnavailable'
}
