import { referenceKind } from './reference-family.ts'

/** A customer. */
export const customer = referenceKind('customer')
