import { referenceTo } from '#kernel/fields.ts'

/** Reference to an expense project. */
export const project = referenceTo('project')
