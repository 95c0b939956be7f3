import { recordKind } from '../families/reference-family.ts'

/** A business type, by its key. */
export const process = recordKind(['filter'])
