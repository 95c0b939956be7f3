import { referenceTo } from '#kernel/fields.ts'

/** Reference to a contract by id; contracts are offered by the module that keeps them. */
export const contract = referenceTo('contract')
