import { recordKind } from './reference-family.ts'

/** A person of the organisation. */
export const person = recordKind(['filter'])
