import { referenceKind } from './reference-family.ts'

/** A material. */
export const material = referenceKind('material')
