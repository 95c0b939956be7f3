import { referenceTo } from '#kernel/fields.ts'

/** Reference to a cost centre. */
export const costCenter = referenceTo('costCenter')
