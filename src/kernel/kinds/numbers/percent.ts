import { decimalKind } from '../families/decimal-family.ts'

/** Hundredths: "6" is 6 %; 2 places when the field says nothing. */
export const percent = decimalKind({ precision: 2, wholeDigits: 9, fixed: false, rangeCode: 'field.range' })
