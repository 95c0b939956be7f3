import { decimalKind } from '../families/decimal-family.ts'

/** An amount of money; 2 places, and as many digits as can be written in Chinese capitals. */
export const money = decimalKind({ precision: 2, wholeDigits: 15, fixed: true, rangeCode: 'field.money' })
