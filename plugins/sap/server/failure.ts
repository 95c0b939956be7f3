/** refused: SAP says no; missing: it does not know the record; mute: no answer that may be used. */
export type SapFailureKind = 'refused' | 'missing' | 'mute' | 'notSet'

/** SAP could not be asked, or said no. */
export class SapFailure extends Error {
  override readonly name = 'SapFailure'

  constructor(
    readonly trouble: SapFailureKind,
    /** What SAP says, for the person; empty where it said nothing. */
    readonly said = '',
    cause?: unknown,
  ) {
    super(`SAP: ${trouble} ${said}`, { cause })
  }
}
