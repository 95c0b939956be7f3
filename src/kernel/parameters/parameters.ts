import type { Decimal } from 'decimal.js'
import type { FormFacts } from '../facts.ts'
import { decimalOf } from '../values/money.ts'
import { nameOf } from '../wording/names.ts'
import type { Measure } from '../plugin.ts'

const plainNumber = /^-?\d{1,15}(\.\d{1,10})?$/

/** Parses the label of a parameter as a number; null for other text. */
export const spelledNumber = (label: string): Decimal | null => (plainNumber.test(label.trim()) ? decimalOf(label.trim()) : null)

/** Converts a stored parameter to the value of its field: a fraction to a percentage, an integer to a number. */
export function enteredFigure({ field: { kind } }: Measure, figure: string): unknown {
  if (kind === 'percent') return spelledNumber(figure)?.times(100).toString() ?? figure
  return kind === 'integer' ? (spelledNumber(figure)?.toNumber() ?? figure) : figure
}

/** Converts a field's value to the stored parameter; the inverse of `enteredFigure`. */
export function keptFigure({ field: { kind } }: Measure, value: string | number): string {
  const number = spelledNumber(String(value))
  if (kind === 'time') return String(value).length === 5 ? `${String(value)}:00` : String(value)
  if (number === null || kind === 'select') return String(value)
  return (kind === 'percent' ? number.dividedBy(100) : number).toString()
}

/** The numeric parameter that `parameter(key, value)` of an expression reads; null when it is absent or not a number. */
export function parameterOf({ dict }: Pick<FormFacts, 'dict'>, key: string, value: string): Decimal | null {
  const label = dict?.(key, value) ?? null
  return label === null ? null : spelledNumber(nameOf(label, 'cn'))
}
