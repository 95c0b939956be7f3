import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { LabelSheet } from './job.ts'
import type { PrintSource } from './printout-of.ts'
import { printedText } from './texts.ts'

/** Labels for what the rows of a document name, once they have a number; undefined where its form has none. */
export function labelSheetOf({ form, value, view, visible, say, company }: PrintSource): LabelSheet | undefined {
  const labels = form.print ? form.print.labels : undefined
  const columns = form.fields[labels?.rows ?? '']?.columns
  if (!labels || !columns) return undefined
  const text = (row: FormValue, column: string) => {
    const field = columns[column]
    return field && visible(`${labels.rows}.${column}`).visible ? printedText(column, field, row[column], view) : ''
  }
  const more = (row: FormValue) =>
    (labels.more ?? []).map((column) => ({ label: columns[column]?.[view.locale] ?? '', text: text(row, column) })).filter((fact) =>
      fact.text !== ''
    )
  const rows = rowsAt(value, labels.rows).filter((row) => text(row, labels.number) !== '')
  return { name: say('prints.labels'),
    labels: rows.map((row) => ({ number: text(row, labels.number), name: text(row, labels.name), company, more: more(row) })) }
}
