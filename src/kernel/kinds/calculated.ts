import { z } from 'zod'
import type { FieldDefinition } from '../fields.ts'
import type { FeelValue } from '../feel/values.ts'
import { isInfinity } from '../values/infinity.ts'
import { moneyText } from '../values/money.ts'
import { yesOrNo } from './choices.ts'
import { date } from './dates.ts'
import { decimalCell, numberOf, rangeFaults } from './numbers.ts'
import { feelBoolean, feelDate, feelDecimal, feelText } from './from-feel.ts'
import { type ExcelCell, isNothing, type KindMeaning, nothingCell, type DisplayContext } from './kind.ts'

/** A derived value; `result` is its type. Numbers are decimal text, rounded half-up. */
export const calculated: KindMeaning = {
  attributes: ['result', 'precision', 'min', 'max', 'each', 'rmb', 'infinity', 'unit', 'summary'],
  ask: null,
  shape: () => z.union([z.string(), z.boolean()]),
  faults: (value, field) => {
    const number = isNumeric(field) ? numberOf(value) : null
    return number ? rangeFaults(number, field, 'field.range') : []
  },
  empty: (value) => isNothing(value) || value === '',
  toFeel: (value, field, facts) => {
    if (isNothing(value) || value === '') return null
    if (isNumeric(field)) return numberOf(value)
    if (field.result === 'date') return date.toFeel(value, field, facts)
    return typeof value === 'string' || typeof value === 'boolean' ? value : null
  },
  fromFeel: (value, field) => results[resultOf(field, value)](value, field),
  sqlType: (field) => sqlTypes[field.result ?? 'number'],
  searchText: (value) => (typeof value === 'string' ? value : ''),
  excelCell,
}

type Result = NonNullable<FieldDefinition['result']>

const numeric: ReadonlySet<Result> = new Set(['money', 'number', 'integer'])
const isNumeric = (field: FieldDefinition): boolean => numeric.has(field.result ?? 'number')

/** The result type. Without a declared one: boolean for a boolean value, else number. */
function resultOf(field: FieldDefinition, value: FeelValue): Result {
  return field.result ?? (typeof value === 'boolean' ? 'boolean' : 'number')
}

const results: Readonly<Record<Result, (value: FeelValue, field: FieldDefinition) => unknown>> = {
  money: (value, field) => {
    const number = numberOf(feelDecimal(value))
    return number && moneyText(number, field.precision ?? 2)
  },
  number: (value, field) => feelDecimal(value, field.precision ?? 6),
  integer: (value) => feelDecimal(value, 0),
  text: (value) => feelText(value),
  boolean: (value) => feelBoolean(value),
  date: (value) => feelDate(value),
}

const sqlTypes: Readonly<Record<Result, string>> = {
  money: 'numeric(17,2)',
  number: 'numeric(24,6)',
  integer: 'bigint',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
}

function excelCell(value: unknown, field: FieldDefinition, view: DisplayContext): ExcelCell {
  if (isNothing(value) || value === '') return nothingCell
  if (isNumeric(field)) return numberCell(value, field)
  if (field.result === 'date') return date.excelCell(value, field, view)
  return typeof value === 'boolean' ? { value: yesOrNo(value, view) } : { value: String(value), format: '@' }
}

function numberCell(value: unknown, field: FieldDefinition): ExcelCell {
  if (isInfinity(value, field)) return { value: '∞', format: '@' }
  return decimalCell(value, field.precision ?? (field.result === 'money' ? 2 : 0), field.result === 'money')
}
