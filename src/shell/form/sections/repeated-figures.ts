import { amountFormat, type CurrencyFormat } from '#kernel/values/currency-format.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isAmount } from '../table/columns.ts'

/** Key of the amount in the form's footer. */
export const footerAmount = (form: Form): string | undefined => keyAs(form.fields, 'netPayable') ?? form.amount

/**
 * Derived figures that are redundant: zero amounts, amounts equal (with currency) to a table's total, the footer or a preceding figure, and
 * amounts in capital numerals.
 * @param last the amount that the page shows separately; in a form, in its footer
 */
export function repeatedFigures({ form, value }: { readonly form: Form; readonly value: FormValue }, own: CurrencyFormat,
  last = footerAmount(form)): ReadonlySet<string> {
  const derived = Object.entries(form.fields).filter(([, field]) => isDerived(field))
  const said = new Set([nothing, ...sums(form, value, own),
    ...derived.filter(([name]) => name === last).map(([name, field]) => keyOf(value[name], field, own))])
  const words = derived.filter(([name, field]) => field.as === 'amountCapitals' || name === last).map(([name]) => name)
  const repeated = new Set(words)
  for (const [name, field] of derived.filter(([name, field]) => isAmount(field) && name !== last)) {
    const key = keyOf(value[name], field, own)
    if (said.has(key)) repeated.add(name)
    said.add(key)
  }
  return repeated
}

const isDerived = ({ kind, result }: FieldDefinition) => kind === 'calculated' && result !== undefined

/** The totals of tables' amounts. */
const sums = (form: Form, value: FormValue, own: CurrencyFormat): readonly string[] =>
  Object.entries(form.fields).flatMap(([table, { columns = {} }]) =>
    Object.entries(columns).flatMap(([column, field]) =>
      isAmount(field) && !field.each
        ? [keyOf(sumMoney(rowsAt(value, table).map((row) => row[column] as string | null)).toFixed(2), field, own)]
        : []
    )
  )

const nothing = ''

/** Comparison key of an amount with its currency. */
function keyOf(held: unknown, field: FieldDefinition, own: CurrencyFormat): string {
  const amount = decimalOf(held as string | null)
  if (amount === null || amount.isZero()) return nothing
  return `${amount.toFixed()} ${amountFormat(field, own).sign}`
}
