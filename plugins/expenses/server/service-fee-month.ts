import { eventMonth } from '#plugins/forms/server/public-api.ts'
import { serviceFeeApply } from '../types/serviceFeeApply/index.ts'

/** Budget month of a service fee: the month in which the service begins. */
export const serviceFeeMonth = eventMonth(serviceFeeApply.key,
  ({ servicePeriod }) => (Array.isArray(servicePeriod) ? servicePeriod[0] : null))
