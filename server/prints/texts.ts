import { amountFormat, amountPlaces, type CurrencyFormat } from '#kernel/values/currency-format.ts'
import { maskedText, shownMasked } from '#kernel/values/masked-text.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { DisplayContext } from '#kernel/kinds/kind.ts'
import { formatMoney, formatNumber } from '#kernel/values/money.ts'

/** The view of a print: for whom, and how values are written. */
export interface PrintView extends DisplayContext {
  /** The way in which amounts of the document's currency are written. */
  readonly currency: CurrencyFormat
  /** Account numbers as the reader is shown them; else their last four digits. */
  readonly fullAccounts: boolean
}

/** A text in the language of the paper, by its code. */
export type Say = (code: string, parameters?: Readonly<Record<string, string>>) => string

/** A value as paper shows it; "" for nothing. */
export function printedText(name: string, field: FieldDefinition, value: unknown, view: PrintView): string {
  if (kindOf(field).empty(value)) return ''
  if (field.masked && !view.fullAccounts) return shownMasked(maskedText(String(value)))
  return ownText[field.kind]?.(value, field, view) ??
    (isAmount(field) ? printedMoney(value as string, field, amountFormat(field, view.currency)) : cellText(field, value, view))
}

/** An amount with the sign and the decimals of its currency. */
export const printedMoney = (amount: string, { precision }: Pick<FieldDefinition, 'precision'>, currency: CurrencyFormat): string =>
  formatMoney(amount, { symbol: currency.sign, places: amountPlaces(amount, precision, currency) })

/** Returns whether a field holds an amount that is worth a total. */
export const isAmount = ({ kind, result }: FieldDefinition): boolean => kind === 'money' || result === 'money'

type OwnText = (value: unknown, field: FieldDefinition, view: PrintView) => string

/** Kinds whose spreadsheet cell is not what people read. */
const ownText: Partial<Record<FieldDefinition['kind'], OwnText>> = {
  date: (value, { months }) => String(value).slice(0, months ? 7 : 10),
  datetime: (value) => String(value).slice(0, 16),
  time: (value) => String(value),
  percent: (value) => `${formatNumber(value as string)}%`,
  number: (value) => formatNumber(value as string),
  integer: (value, { isName }) => (isName ? String(value) : formatNumber(value as number)),
  documentLink: (value, _, { facts, locale }) =>
    (value as string[]).map((id) => linkText(facts.reference('documentLink', id), { id, locale })).join('\n'),
}

/** Number and title of a linked document; of one that the reader may not read, the number. */
function linkText(record: Readonly<Record<string, unknown>> = {}, { id, locale }: { id: string } & Pick<PrintView, 'locale'>): string {
  const number = String(record['businessNo'] ?? id)
  const title = record[locale === 'en' ? 'titleEn' : 'title']
  return typeof title === 'string' && title !== number ? `${number} ${title}` : number
}

function cellText(field: FieldDefinition, value: unknown, view: PrintView): string {
  const cell = kindOf(field).excelCell(value, field, view).value
  if (typeof cell === 'number') return formatNumber(cell)
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '')
}
