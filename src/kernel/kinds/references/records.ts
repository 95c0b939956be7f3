import { recordKind } from '../families/reference-family.ts'

/** A record of a module, of those that a resource offers under the name `to`. */
export const reference = recordKind(['filter', 'to', 'decisive', 'fillsIn', 'shows'])

/** A department of the organisation. */
export const department = recordKind(['filter'])

/** A person of the organisation. */
export const person = recordKind(['filter'])

/** A business type, by its key. */
export const process = recordKind(['filter'])
