import { recordKind } from '../families/reference-family.ts'

/** A record of a module; `to` is the name under which a resource offers it. */
export const reference = recordKind(['filter', 'to', 'decisive', 'fillsIn', 'shows'])

/** A department of the organisation. */
export const department = recordKind(['filter'])

/** A person of the organisation. */
export const person = recordKind(['filter'])

/** A form, by its key. */
export const process = recordKind(['filter'])
