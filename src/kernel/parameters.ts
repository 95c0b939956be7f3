import type { Decimal } from 'decimal.js'
import type { FormFacts } from './facts.ts'
import { decimalOf } from './money.ts'
import { nameOf } from './names.ts'

const plainNumber = /^-?\d{1,15}(\.\d{1,10})?$/

/** The number that the label of a parameter spells; null for any other text. */
export const spelledNumber = (label: string): Decimal | null => (plainNumber.test(label.trim()) ? decimalOf(label.trim()) : null)

/** A standard that is kept as a dictionary's label, as `parameter(key, value)` of an expression reads it; null when it is absent or no number. */
export function parameterOf({ dict }: Pick<FormFacts, 'dict'>, key: string, value: string): Decimal | null {
  const label = dict?.(key, value) ?? null
  return label === null ? null : spelledNumber(nameOf(label, 'cn'))
}
