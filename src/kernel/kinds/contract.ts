import { referenceKind } from './reference-family.ts'

/** A contract. */
export const contract = referenceKind('contract')
