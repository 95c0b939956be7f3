import { Refused } from '#kernel/errors.ts'
import { SapFailure, type SapFailureKind } from './failure.ts'

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
