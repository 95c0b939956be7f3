import { eventMonth } from '#plugins/forms/server/public-api.ts'
import { costBasedProcurement } from '../types/costBasedProcurement/index.ts'

/** Budget month of a procurement: the month in which the goods are needed. */
export const procurementMonth = eventMonth(costBasedProcurement.key, ({ needDate }) => needDate)
