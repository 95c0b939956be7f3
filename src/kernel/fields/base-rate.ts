import type { FieldDefinition } from '../fields.ts'
import { decimalOf } from '../values/money.ts'

/** Returns whether a field is the rate of the currency that amounts are in anyway. */
export const isBaseRate = (field: FieldDefinition, held: unknown): boolean => field.as === 'exchangeRate' && decimalOf(held as string | null)?.equals(1) === true
