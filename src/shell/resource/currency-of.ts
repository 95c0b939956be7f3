import { type CurrencyFormat, currencyFormat } from '#kernel/values/money.ts'
import type { Resource } from '#kernel/resource.ts'

/** The currency format of an amount: that of the record's currency field, unless it is RMB or the field is declared as RMB. */
export function currencyOf({ fields }: Pick<Resource, 'fields'>, record: Readonly<Record<string, unknown>>, name: string):
  | CurrencyFormat
  | undefined {
  const holder = Object.keys(fields).find((key) => fields[key]?.kind === 'currency')
  const code = holder === undefined ? undefined : record[holder]
  return typeof code !== 'string' || code === 'CNY' || fields[name]?.rmb ? undefined : currencyFormat(code)
}
