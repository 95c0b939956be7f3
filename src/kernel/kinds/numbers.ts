import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { Num } from '#kernel/feel/numbers.ts'
import { decimalKind, numberOf, rangeFaults } from './families/decimal-family.ts'
import { feelInteger } from './from-feel.ts'
import { isNothing, type KindMeaning, nothingCell } from './kind.ts'

/** Kinds with an integer value. `limits` returns the field's own limits, or the kind's. */
function integerKind(options: {
  attributes: KindMeaning['attributes']
  ask: 'field.enter' | 'field.select'
  sqlType: string
  limits(field: FieldDefinition): Pick<FieldDefinition, 'min' | 'max'>
}): KindMeaning {
  return {
    attributes: options.attributes,
    ask: options.ask,
    shapeCode: 'field.integer',
    shape: () => z.int(),
    faults: (value, field) => rangeFaults(new Num(value as number), { ...field, ...options.limits(field) }, 'field.range'),
    empty: isNothing,
    toFeel: (value) => numberOf(value),
    fromFeel: (value) => feelInteger(value),
    sqlType: () => options.sqlType,
    searchText: (value) => (isNothing(value) ? '' : String(value)),
    excelCell: (value, { isName }) => (isNothing(value) ? nothingCell : { value: value as number, format: isName ? '0' : '#,##0' }),
  }
}

/** A decimal number. @default precision 6 */
export const number = decimalKind({ precision: 6, wholeDigits: 18, fixed: false, rangeCode: 'field.range' })

/** An integer within JavaScript's safe range. */
export const integer = integerKind({
  attributes: ['min', 'max', 'isName', 'shareOf'],
  ask: 'field.enter',
  sqlType: 'bigint',
  limits: ({ min, max }) => ({ min, max }),
})

/** An amount of money, at most 15 digits before the point (the limit of Chinese capital numerals). @default precision 2 */
export const money = decimalKind({ precision: 2, wholeDigits: 15, fixed: true, rangeCode: 'field.money', numberCode: 'field.amount' })

/** A percentage: "6" is 6 %. @default precision 2 */
export const percent = decimalKind({ precision: 2, wholeDigits: 9, fixed: false, rangeCode: 'field.range' })

/** A rating in stars, from 0 to `max`. @default max 5 */
export const rate = integerKind({
  attributes: ['max'],
  ask: 'field.select',
  sqlType: 'smallint',
  limits: ({ max = 5 }) => ({ min: 0, max }),
})
