import { amountFormat, amountPlaces, type CurrencyFormat } from '#kernel/values/currency-format.ts'
import { maskedText, shownMasked } from '#kernel/values/masked-text.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { DisplayContext } from '#kernel/kinds/kind.ts'
import { formatMoney, formatNumber } from '#kernel/values/money.ts'

/** Context of a print: locale, facts and formats. */
export interface PrintView extends DisplayContext {
  /** The format of amounts in the document's currency. */
  readonly currency: CurrencyFormat
  /** Whether account numbers are printed as the reader sees them; else their last four digits. */
  readonly fullAccounts: boolean
}

/** Finds a text in the language of the print, by its locale key. */
export type Say = (code: string, parameters?: Readonly<Record<string, string>>) => string

/** A value as printed; "" for an empty one. */
export function printedText(name: string, field: FieldDefinition, value: unknown, view: PrintView): string {
  if (kindOf(field).empty(value)) return ''
  if (field.masked && !view.fullAccounts) return shownMasked(maskedText(String(value)))
  return kindOf(field).print?.text?.(value, field, view) ??
    (isAmount(field) ? printedMoney(value as string, field, amountFormat(field, view.currency)) : cellText(field, value, view))
}

/** An amount with the symbol and decimals of its currency. */
export const printedMoney = (amount: string, { precision }: Pick<FieldDefinition, 'precision'>, currency: CurrencyFormat): string =>
  formatMoney(amount, { symbol: currency.sign, places: amountPlaces(amount, precision, currency) })

/** Returns whether a field is an amount for which a total makes sense. */
export const isAmount = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'

function cellText(field: FieldDefinition, value: unknown, view: PrintView): string {
  const cell = kindOf(field).excelCell(value, field, view).value
  if (typeof cell === 'number') return formatNumber(cell)
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')
}
