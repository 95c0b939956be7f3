import { recordKind } from '../families/reference-family.ts'

/** A department of the organisation. */
export const department = recordKind(['filter'])
