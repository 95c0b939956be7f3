import { referenceKind } from './reference-family.ts'

/** A project. */
export const project = referenceKind('project')
