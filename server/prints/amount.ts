import { type CurrencyFormat, rmb as inRmb } from '#kernel/values/currency-format.ts'
import { capitals } from '#kernel/values/capitals.ts'
import { totalBudgetAmount } from '#kernel/evaluate/budget-amount.ts'
import { formatMoney, moneyText } from '#kernel/values/money.ts'
import type { ReadDocument } from '#server/documents/read-document.ts'
import type { PrintedAmount } from './printout.ts'
import { printedText, type PrintView, type Say } from './texts.ts'

/**
 * The amount that the document is about; once it is completed, what was approved of it. Capitals spell RMB: of an
 * approved amount in another currency, what the ledger has booked.
 */
export function printedAmount(document: AmountSource, view: PrintView, say: Say): PrintedAmount | undefined {
  const { form, value, shown } = document
  const { name, currency } = headlineOf(document, view)
  const field = form.fields[name]
  const text = field ? printedText(name, field, shown[name], { ...view, currency }) : ''
  if (!field || text === '') return undefined
  const label = field[view.locale]
  const words = (rmb: string) => ({ label: say('prints.capitals'), text: capitals(rmb) })
  if (currency === inRmb) return { label, text, capitals: words(String(shown[name])) }
  const rmb = moneyText(totalBudgetAmount(form, value, document.at))
  return { label, text, rmb: { label: say('prints.rmb'), text: formatMoney(rmb) }, capitals: words(rmb) }
}

type AmountSource = Pick<ReadDocument, 'form' | 'value' | 'shown' | 'process' | 'at'>

/** The amount of a form is in RMB, what was approved of it in the document's currency. */
export function headlineOf({ form, process }: Pick<AmountSource, 'form' | 'process'>,
  { currency }: Pick<PrintView, 'currency'>): { readonly name: string; readonly currency: CurrencyFormat } {
  const approved = process.status === 'completed' ? form.approved : undefined
  return approved === undefined ? { name: form.amount ?? '', currency: inRmb } : { name: approved, currency }
}
