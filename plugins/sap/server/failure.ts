import { Refused } from '#kernel/errors.ts'

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

/** Locale keys of the messages for failures of SAP. */
const failureCodes: Readonly<Record<SapFailureKind, string>> = { notSet: 'sap.notSet', mute: 'sap.mute', missing: 'sap.missing',
  refused: 'sap.refused', busy: 'sap.refused' }

/** Runs work with SAP and translates its failures into refusals. @throws Refused */
export async function withRefusals<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SapFailure) throw new Refused(failureCodes[error.kind], { message: error.text })
    throw error
  }
}
