import { referenceTo } from '#kernel/fields.ts'

/** A cost centre, by its id. */
export const costCenter = referenceTo('costCenter')
