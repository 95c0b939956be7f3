import { referenceKind } from './reference-family.ts'

/** A shelf of the library. */
export const bookLocation = referenceKind('bookLocation')
