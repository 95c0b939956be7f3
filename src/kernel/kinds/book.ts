import { referenceKind } from './reference-family.ts'

/** One copy of a book of the library. */
export const book = referenceKind('book')
