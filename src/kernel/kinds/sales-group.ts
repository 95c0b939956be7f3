import { referenceKind } from './reference-family.ts'

/** A group of the sales organisation. */
export const salesGroup = referenceKind('salesGroup')
