import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { printedAmount } from './amount.ts'
import type { CoverSheet } from './job.ts'
import { fileCount, type PrintSource, signatures } from './printout-of.ts'

/** The sheet on which a claim's receipts are pasted, with what has to agree with them; undefined where its form has none. */
export function coverSheetOf(source: PrintSource): CoverSheet | undefined {
  const { form, view, say, document, value, facts, company } = source
  const paths = form.print ? form.print.cover : undefined
  const amount = printedAmount(document, view, say)
  if (!paths || !amount) return undefined
  const count = (code: string, found: number) => ({ label: say(code), text: say('prints.fileCount', { count: String(found) }) })
  return {
    company,
    name: say('prints.cover'),
    form: form[view.locale],
    number: document.number,
    facts: (['applicant', 'department', 'started'] as const).map((name) => ({ label: say(`prints.${name}`), text: facts[name] })),
    counts: [count('prints.invoices', invoiceCount(value, paths)), count('prints.files', fileCount(source))],
    amount: amount.text,
    amountLabel: amount.label,
    capitals: amount.capitals,
    paste: say('prints.paste'),
    signatures: signatures.map((code) => say(code)),
    foot: say('prints.foot', { name: source.printedBy, time: source.printedAt }),
  }
}

/** Invoices that the rows name; a cell may name several, and several rows one. */
function invoiceCount(value: FormValue, paths: readonly string[]): number {
  const numbers = paths.flatMap((path) => {
    const [table = '', column = ''] = path.split('.')
    return rowsAt(value, table).flatMap((row) => String(row[column] ?? '').split(/[,，]/))
  })
  return new Set(numbers.map((number) => number.trim()).filter(Boolean)).size
}
