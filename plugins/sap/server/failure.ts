/** refused: SAP says no; busy: it cannot now; missing: it does not know the record; mute: no answer that may be used. */
export type SapFailureKind = 'refused' | 'busy' | 'missing' | 'mute' | 'notSet'

/** SAP could not be asked, or said no. */
export class SapFailure extends Error {
  override readonly name = 'SapFailure'

  constructor(
    readonly kind: SapFailureKind,
    /** The text of SAP, for the person; empty where it said nothing. */
    readonly text = '',
    cause?: unknown,
    /** SAP's code for a refusal, and the name of what it did not like in the body. */
    readonly about: { readonly code?: string; readonly field?: string } = {},
  ) {
    super(`SAP: ${kind} ${text}`, { cause })
  }
}
