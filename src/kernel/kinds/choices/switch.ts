import { booleanKind } from '../families/boolean-family.ts'

/** On or off. Never missing: off counts as an answer. */
export const toggle = booleanKind(null)

/** A checkbox; a required one has to be ticked. */
export const checkbox = booleanKind('field.select')
