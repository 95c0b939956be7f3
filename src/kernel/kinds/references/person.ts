import { recordKind } from '../families/reference-family.ts'

/** A person of the organisation. */
export const person = recordKind(['filter'])
