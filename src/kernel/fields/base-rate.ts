import type { FieldDefinition, Fields } from '../fields.ts'
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

/**
 * Returns whether two fields of the header say the same where the document is in RMB: the first adds up in RMB what the
 * second adds up in the document's currency.
 */
export function isSumInRmb({ form: { fields }, value }: { readonly form: Pick<Form, 'fields'>; readonly value: FormValue },
  inRmb: FieldDefinition, { value: formula }: FieldDefinition): boolean {
  const rate = keyAs(fields, 'exchangeRate')
  if (inRmb.rmb !== true || formula === undefined || rate === undefined || !isBaseRate(fields[rate]!, value[rate])) return false
  return inOwnCurrency(fields, rate, inRmb.value ?? '') === formula
}

/** The formula of a sum in RMB with the columns that its own columns convert, and without a conversion of the whole. */
function inOwnCurrency(fields: Fields, rate: string, formula: string): string {
  const columns = Object.values(fields).flatMap((field) => Object.entries(field.columns ?? {}))
  const sources = columns.flatMap(([column, { value = '' }]) => {
    const source = conversionAt(rate).exec(value)?.[1]
    return source === undefined ? [] : [[column, source] as const]
  })
  const whole = new RegExp(`^rmb\\((.+), ${rate}\\)$`).exec(formula)?.[1] ?? formula
  return sources.reduce((text, [column, source]) => text.replaceAll(new RegExp(`\\b${column}\\b`, 'g'), source), whole)
}

/** Converts a column at the rate that this field of the header holds. */
const conversionAt = (rate: string): RegExp => new RegExp(`^rmb\\((\\w+), header\\.${rate}\\)$`)
