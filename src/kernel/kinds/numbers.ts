import { z } from 'zod'
import { Decimal } from 'decimal.js'
import type { FieldDefinition } from '#kernel/fields.ts'
import { Num } from '#kernel/feel/numbers.ts'
import { formatNumber } from '#kernel/values/money.ts'
import { feelDecimal, feelInteger } from './from-feel.ts'
import { type ExcelCell, type Fault, isNothing, type KindMeaning, nothingCell } from './kind.ts'

interface DecimalFamily {
  /** Default number of decimal places. */
  readonly precision: number
  /** Digits before the decimal point that the database column holds. */
  readonly wholeDigits: number
  /** Whether values are padded to their decimal places (1.50, not 1.5). */
  readonly fixed: boolean
  readonly rangeCode: string
  /** Further attributes that the kind reads. */
  readonly more?: KindMeaning['attributes']
  /** Locale key for a text that is not a number. @default field.number */
  readonly numberCode?: string
}

/** Kinds whose value is a decimal number as text. */
function decimalKind(family: DecimalFamily): KindMeaning {
  const placesOf = (field: FieldDefinition): number => field.precision ?? family.precision
  return {
    attributes: ['min', 'max', 'step', 'precision', 'each', 'rmb', 'summary', ...(family.more ?? [])],
    ask: 'field.enter',
    shape: () => z.string().meta({ pattern: decimalText.source }),
    faults: (value, field) => decimalFaults(value as string, field, { ...family, precision: placesOf(field) }),
    empty: isNothing,
    toFeel: (value) => numberOf(value),
    fromFeel: (value, field) => fit(feelDecimal(value, placesOf(field)), placesOf(field), family.fixed),
    sqlType: (field) => `numeric(${family.wholeDigits + placesOf(field)},${placesOf(field)})`,
    searchText: (value) => (isNothing(value) ? '' : (value as string)),
    excelCell: (value, field) => decimalCell(value, placesOf(field), family.fixed, field.isName),
  }
}

/** A spreadsheet cell for a decimal: a number, or text when it exceeds a spreadsheet's precision. */
export function decimalCell(value: unknown, places: number, isFixed: boolean, isName = false): ExcelCell {
  const number = numberOf(value)
  if (!number) return nothingCell
  if (number.precision() > 15) return { value: isName ? number.toFixed() : formatNumber(number.toFixed()), format: '@' }
  const whole = isName ? '0' : '#,##0'
  const digits = isFixed ? '0'.repeat(places) : '#'.repeat(Math.max(0, number.decimalPlaces()))
  return { value: number.toNumber(), format: digits === '' ? whole : `${whole}.${digits}` }
}

/** Parses a decimal text for computation; null if invalid. */
export function numberOf(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Num(value) : null
  return typeof value === 'string' && decimalText.test(value) ? new Num(value) : null
}

/** Checks `min` and `max`; one fault when both are declared. */
export function rangeFaults(value: Decimal, { min, max }: Pick<FieldDefinition, 'min' | 'max'>, rangeCode: string): Fault[] {
  const below = min !== undefined && value.lt(min)
  const above = max !== undefined && value.gt(max)
  if (!below && !above) return []
  if (max === undefined) return [{ code: 'field.min', parameters: { min: min ?? 0 }, limit: true }]
  if (min === undefined) return [{ code: 'field.max', parameters: { max }, limit: true }]
  return [{ code: rangeCode, parameters: { min, max }, limit: true }]
}

/** A value that is no multiple of the field's step. */
const stepFaults = (value: Decimal, { step }: FieldDefinition): Fault[] =>
  step === undefined || value.mod(step).isZero() ? [] : [{ code: 'field.step', parameters: { step }, limit: true }]

/** Canonical decimals: no exponent, plus sign or leading zeros. */
const decimalText = /^-?(0|[1-9]\d{0,29})(\.\d{1,20})?$/

function decimalFaults(text: string, field: FieldDefinition, family: DecimalFamily): Fault[] {
  const value = numberOf(text)
  if (!value || (value.isZero() && text.startsWith('-'))) return [numberFault(field, family)]
  if (value.abs().gte(new Num(10).pow(family.wholeDigits))) return [{ code: 'field.tooLarge', parameters: { n: family.wholeDigits } }]
  if (value.decimalPlaces() > family.precision) return [{ code: 'field.decimals', parameters: { n: family.precision } }]
  return [...rangeFaults(value, field, family.rangeCode), ...stepFaults(value, field)]
}

/** The fault of a text that is not a number; an amount with both limits uses the message of its range. */
function numberFault({ min, max }: FieldDefinition, { numberCode = 'field.number', rangeCode }: DecimalFamily): Fault {
  if (numberCode !== 'field.number' && min !== undefined && max !== undefined) return { code: rangeCode, parameters: { min, max } }
  return { code: numberCode }
}

function fit(text: string | null, places: number, fixed: boolean): string | null {
  return text === null || !fixed ? text : new Num(text).toFixed(places)
}

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
    faults: (value, field) => {
      const number = new Num(value as number)
      return [...rangeFaults(number, { ...field, ...options.limits(field) }, 'field.range'), ...stepFaults(number, field)]
    },
    empty: isNothing,
    toFeel: (value) => numberOf(value),
    fromFeel: (value) => feelInteger(value),
    sqlType: () => options.sqlType,
    searchText: (value) => (isNothing(value) ? '' : String(value)),
    excelCell: (value, { isName }) => (isNothing(value) ? nothingCell : { value: value as number, format: isName ? '0' : '#,##0' }),
  }
}

/** A decimal number. @default precision 6 */
export const number = decimalKind({ precision: 6, wholeDigits: 18, fixed: false, rangeCode: 'field.range', more: ['isName', 'unit'] })

/** An integer within JavaScript's safe range. */
export const integer = integerKind({
  attributes: ['min', 'max', 'step', 'isName', 'shareOf', 'unit', 'summary'],
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
