import { referenceKind } from './reference-family.ts'

/** A business type, by its key. */
export const process = referenceKind('process')
