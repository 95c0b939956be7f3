/** refused: a business refusal; busy: not processed, may be repeated; missing: no such record; mute: no usable answer. */
export type SapFailureKind = 'refused' | 'busy' | 'missing' | 'mute' | 'notSet'

/** A failed call to SAP. */
export class SapFailure extends Error {
  override readonly name = 'SapFailure'

  constructor(
    readonly kind: SapFailureKind,
    /** SAP's message; empty without one. */
    readonly text = '',
    cause?: unknown,
    /** SAP's message code, and the name of the rejected entry of the body. */
    readonly about: { readonly code?: string; readonly field?: string } = {},
  ) {
    super(`SAP: ${kind} ${text}`, { cause })
  }
}
