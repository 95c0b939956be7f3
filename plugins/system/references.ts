import { referenceTo } from '#kernel/fields.ts'

/** Reference to a plant. */
export const factory = referenceTo('factory')
