import { integerKind } from '../families/integer-family.ts'

/** Stars, from 0 to 5 or to the field's `max`. */
export const rate = integerKind({
  attributes: ['max'],
  ask: 'field.select',
  sqlType: 'smallint',
  limits: ({ max = 5 }) => ({ min: 0, max }),
})
