import { booleanKind } from '../families/boolean-family.ts'

/** On or off; off is an answer too, so that it is never missing. */
export const toggle = booleanKind(null)

/** A box to tick; a required one has to be ticked. */
export const checkbox = booleanKind('field.select')
