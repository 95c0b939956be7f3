import { ExternalOutage } from '#server/external/external-call.ts'
import { SapFailure } from './failure.ts'

/** SAP's failures as an outage; what it does not know is nothing. */
export async function answered<Answer>(read: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SapFailure && error.kind === 'missing') return []
    if (error instanceof SapFailure) throw new ExternalOutage(error.message, { cause: error })
    throw error
  }
}
