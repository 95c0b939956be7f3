import { referenceKind } from './reference-family.ts'

/** A person of the organisation. */
export const person = referenceKind('person')
