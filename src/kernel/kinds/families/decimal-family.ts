import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { FieldDefinition } from '#kernel/fields.ts'
import { Num } from '#kernel/feel/numbers.ts'
import { formatNumber } from '#kernel/values/money.ts'
import { feelDecimal } from '../from-feel.ts'
import { type ExcelCell, type Fault, isNothing, type KindDefinition, nothingCell } from '../kind.ts'

export interface DecimalFamily {
  /** Decimal places when the field says nothing. */
  readonly precision: number
  /** Digits before the point that the database column holds. */
  readonly wholeDigits: number
  /** True where a value always carries its decimal places (1.50, not 1.5). */
  readonly fixed: boolean
  readonly rangeCode: string
  /** Locale key of what is said of a text that spells no number. @default field.number */
  readonly numberCode?: string
}

/** Kinds whose value is a decimal as text. */
export function decimalKind(family: DecimalFamily): KindDefinition {
  const placesOf = (field: FieldDefinition): number => field.precision ?? family.precision
  return {
    attributes: ['min', 'max', 'precision', 'each', 'rmb'],
    ask: 'field.enter',
    shape: () => z.string().meta({ pattern: decimalText.source }),
    faults: (value, field) => decimalFaults(value as string, field, { ...family, precision: placesOf(field) }),
    empty: isNothing,
    toFeel: (value) => numberOf(value),
    fromFeel: (value, field) => fit(feelDecimal(value, placesOf(field)), placesOf(field), family.fixed),
    sqlType: (field) => `numeric(${family.wholeDigits + placesOf(field)},${placesOf(field)})`,
    searchText: (value) => (isNothing(value) ? '' : (value as string)),
    excelCell: (value, field) => decimalCell(value, placesOf(field), family.fixed),
    filter: 'range',
  }
}

/** A decimal as a number of a spreadsheet, or as text when it has more digits than a spreadsheet keeps. */
export function decimalCell(value: unknown, places: number, fixed: boolean): ExcelCell {
  const number = numberOf(value)
  if (!number) return nothingCell
  if (number.precision() > 15) return { value: formatNumber(number.toFixed()), format: '@' }
  const digits = fixed ? '0'.repeat(places) : '#'.repeat(Math.max(0, number.decimalPlaces()))
  return { value: number.toNumber(), format: digits === '' ? '#,##0' : `#,##0.${digits}` }
}

/** The number that a decimal text spells, as expressions compute with it. */
export function numberOf(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Num(value) : null
  return typeof value === 'string' && decimalText.test(value) ? new Num(value) : null
}

/** Faults of `min` and `max`, in one sentence when both are given. */
export function rangeFaults(value: Decimal, { min, max }: Pick<FieldDefinition, 'min' | 'max'>, rangeCode: string): Fault[] {
  const below = min !== undefined && value.lt(min)
  const above = max !== undefined && value.gt(max)
  if (!below && !above) return []
  if (max === undefined) return [{ code: 'field.min', parameters: { min: min ?? 0 }, limit: true }]
  if (min === undefined) return [{ code: 'field.max', parameters: { max }, limit: true }]
  return [{ code: rangeCode, parameters: { min, max }, limit: true }]
}

/** Plain digits without exponent, plus sign or leading zeros. */
const decimalText = /^-?(0|[1-9]\d{0,29})(\.\d{1,20})?$/

function decimalFaults(text: string, field: FieldDefinition, family: DecimalFamily): Fault[] {
  const value = numberOf(text)
  if (!value || (value.isZero() && text.startsWith('-'))) return [numberFault(field, family)]
  if (value.abs().gte(new Num(10).pow(family.wholeDigits))) return [{ code: 'field.tooLarge', parameters: { n: family.wholeDigits } }]
  if (value.decimalPlaces() > family.precision) return [{ code: 'field.decimals', parameters: { n: family.precision } }]
  return rangeFaults(value, field, family.rangeCode)
}

/** An amount with both limits has one sentence for whatever is wrong with it. */
function numberFault({ min, max }: FieldDefinition, { numberCode = 'field.number', rangeCode }: DecimalFamily): Fault {
  if (numberCode !== 'field.number' && min !== undefined && max !== undefined) return { code: rangeCode, parameters: { min, max } }
  return { code: numberCode }
}

function fit(text: string | null, places: number, fixed: boolean): string | null {
  return text === null || !fixed ? text : new Num(text).toFixed(places)
}
