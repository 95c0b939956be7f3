import { referenceKind } from './reference-family.ts'

/** A cost centre. */
export const costCenter = referenceKind('costCenter')
