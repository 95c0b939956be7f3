import type { FieldDefinition } from '../fields.ts'
import type { Form } from '../form.ts'
import { decimalOf } from '../values/money.ts'
import type { FormValue } from '../values/value.ts'
import { keyAs } from './roles.ts'

/** Returns whether a field is the rate of the currency that amounts are in anyway. */
export const isBaseRate = (field: FieldDefinition, held: unknown): boolean =>
  field.as === 'exchangeRate' && decimalOf(held as string | null)?.equals(1) === true

/** Returns whether a column converts the amounts of another one at the document's rate, and says the same as they do. */
export function isSameInRmb({ form, value }: { readonly form: Pick<Form, 'fields'>; readonly value: FormValue },
  { rmb, value: formula }: FieldDefinition): boolean {
  if (rmb !== true) return false
  const rate = keyAs(form.fields, 'exchangeRate')
  return rate !== undefined && conversionAt(rate).test(formula ?? '') && isBaseRate(form.fields[rate]!, value[rate])
}

/** Converts a column at the rate that this field of the header holds. */
const conversionAt = (rate: string): RegExp => new RegExp(`^rmb\\(\\w+, header\\.${rate}\\)$`)
