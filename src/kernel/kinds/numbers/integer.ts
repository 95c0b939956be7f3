import { integerKind } from '../families/integer-family.ts'

/** A whole number, within what a browser counts exactly. */
export const integer = integerKind({
  attributes: ['min', 'max', 'isName'],
  ask: 'field.enter',
  sqlType: 'bigint',
  limits: ({ min, max }) => ({ min, max }),
})
