import { decimalKind } from './families/decimal-family.ts'
import { integerKind } from './families/integer-family.ts'

/** A decimal number; 6 places when the field says nothing. */
export const number = decimalKind({ precision: 6, wholeDigits: 18, fixed: false, rangeCode: 'field.range' })

/** A whole number, within what a browser counts exactly. */
export const integer = integerKind({
  attributes: ['min', 'max', 'isName', 'shareOf'],
  ask: 'field.enter',
  sqlType: 'bigint',
  limits: ({ min, max }) => ({ min, max }),
})

/** An amount of money; 2 places, and as many digits as can be written in Chinese capitals. */
export const money = decimalKind({ precision: 2, wholeDigits: 15, fixed: true, rangeCode: 'field.money', numberCode: 'field.amount' })

/** Hundredths: "6" is 6 %; 2 places when the field says nothing. */
export const percent = decimalKind({ precision: 2, wholeDigits: 9, fixed: false, rangeCode: 'field.range' })

/** Stars, from 0 to 5 or to the field's `max`. */
export const rate = integerKind({
  attributes: ['max'],
  ask: 'field.select',
  sqlType: 'smallint',
  limits: ({ max = 5 }) => ({ min: 0, max }),
})
