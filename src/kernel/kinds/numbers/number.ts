import { decimalKind } from '../families/decimal-family.ts'

/** A decimal number; 6 places when the field says nothing. */
export const number = decimalKind({ precision: 6, wholeDigits: 18, fixed: false, rangeCode: 'field.range' })
