import { referenceTo } from '#kernel/fields.ts'

/** A plant of the group, by its id. */
export const factory = referenceTo('factory')
