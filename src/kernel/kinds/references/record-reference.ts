import { recordKind } from '../families/reference-family.ts'

/** A record of a module, of those that a resource offers under the name `to`. */
export const reference = recordKind(['filter', 'to', 'decisive', 'fillsIn', 'shows'])
