import { referenceKind } from './reference-family.ts'

/** A department of the organisation. */
export const department = referenceKind('department')
