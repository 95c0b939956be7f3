import { rowsAt, rowIdOf } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { decimalOf, formatMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentException, ExceptionRequest } from '#server/extensions/document-extension.ts'

/**
 * The budgets that documents exceed, as they found it when they were filed, by the ids of the documents. By how much is said to readers
 * who are shown the figures.
 */
export async function overBudgetExceptions({ documents, references, db }: Omit<ExceptionRequest, 'plugins'>): Promise<
  ReadonlyMap<string, readonly DocumentException[]>
> {
  const found = documents.map((document) => ({ ...document, table: keyAs(document.form.fields, 'overBudgetRows') ?? '' }))
    .map((document) => ({ ...document, rows: rowsAt(document.value, document.table).filter(isExceeded) }))
    .filter(({ rows }) => rows.length > 0)
  const ids = [...new Set(found.flatMap(({ rows }) => rows.map(({ category }) => String(category))))]
  const categories = ids.length > 0 ? await references.source('expenseCategory')?.find(db, ids) : []
  const names = new Map(categories?.map(({ id, name }) => [id, name]))
  return new Map(found.map(({ id, form, shown, table, rows }) => {
    const figures = rowsAt(shown, table)
    const explanation = shown[keyAs(form.fields, 'overBudgetExplanation') ?? '']
    return [id, rows.map((row): DocumentException => {
      const amount = figures.find((each) => rowIdOf(each) === rowIdOf(row))?.['exceeded']
      const category = names.get(String(row['category'])) ?? ''
      const month = String(row['month']).slice(0, 7)
      return { order: 30, field: table, ...(typeof explanation === 'string' && { explanation }), ...(typeof amount === 'string'
        ? { code: 'budgets.exception.over', params: { category, month, amount: formatMoney(amount) } }
        : { code: 'budgets.exception.overSomehow', params: { category, month } }) }
    })]
  }))
}

const isExceeded = (row: FormValue): boolean => decimalOf(row['exceeded'] as string)?.gt(0) ?? false
