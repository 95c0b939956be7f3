import { referenceTo } from '#kernel/fields.ts'

/** A contract, by its id; the module that keeps contracts offers them. */
export const contract = referenceTo('contract')
