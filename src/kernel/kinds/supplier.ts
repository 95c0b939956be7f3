import { referenceKind } from './reference-family.ts'

/** A supplier. */
export const supplier = referenceKind('supplier')
