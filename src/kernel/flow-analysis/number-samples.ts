import type { Decimal } from 'decimal.js'
import { Num } from '../feel/numbers.ts'
import type { FieldDefinition } from '../fields.ts'
import { kindOf } from '../kinds/registry.ts'
import type { SampleRequest, Sample } from './sample.ts'
import { same } from './words.ts'

const large = 999_999_999

/** Numbers just below, at and just above each compared one, 0 and a large one; within the field's limits. */
export function numberSamples({ field, compared }: SampleRequest): readonly Sample[] {
  const step = new Num(10).pow(-decimals(field))
  const marks = compared.numbers.size > 0
    ? [...compared.numbers].flatMap((number) => around(new Num(number), step))
    : [new Num(1), new Num(2)]
  const numbers = [new Num(0), ...marks, new Num(field.max ?? large)]
  const allowed = [...numbers, ...(field.min === undefined ? [] : [new Num(field.min)])].filter((number) => isWithin(number, field))
  const distinct = new Map(allowed.map((number) => [number.toFixed(), number]))
  return [...distinct].toSorted(([, one], [, other]) => one.comparedTo(other)).map(([text, value]) => ({ value, words: same(text) }))
}

const around = (number: Decimal, step: Decimal): readonly Decimal[] => [number.minus(step), number, number.plus(step)]

const isWithin = (number: Decimal, { min, max }: FieldDefinition): boolean =>
  (min === undefined || number.gte(min)) && (max === undefined || number.lte(max))

function decimals(field: FieldDefinition): number {
  const { result, precision } = field
  if (precision !== undefined) return precision
  return kindOf(field).holds === 'integer' || result === 'integer' ? 0 : 2
}
