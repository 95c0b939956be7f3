import { booleanKind } from '../families/boolean-family.ts'

/** A box to tick; a required one has to be ticked. */
export const checkbox = booleanKind('field.select')
