import { referenceTo } from '#kernel/fields.ts'

/** An expense project, by its id. */
export const project = referenceTo('project')
