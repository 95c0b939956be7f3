import { recordKind } from './reference-family.ts'

/** A department of the organisation. */
export const department = recordKind(['filter'])
