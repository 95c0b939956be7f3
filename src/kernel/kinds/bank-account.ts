import { referenceKind } from './reference-family.ts'

/** A saved bank account. */
export const bankAccount = referenceKind('bankAccount')
