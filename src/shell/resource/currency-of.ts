import { type CurrencyFormat, currencyFormat } from '#kernel/values/currency-format.ts'
import type { Resource } from '#kernel/resource.ts'

/**
 * The format of an amount of a record: in the record's own currency, where it has one and it is not RMB.
 * A field that says so is RMB always.
 */
export function currencyOf({ fields }: Pick<Resource, 'fields'>, record: Readonly<Record<string, unknown>>, name: string):
  | CurrencyFormat
  | undefined {
  const holder = Object.keys(fields).find((key) => fields[key]?.kind === 'currency')
  const code = holder === undefined ? undefined : record[holder]
  return typeof code !== 'string' || code === 'CNY' || fields[name]?.rmb ? undefined : currencyFormat(code)
}
