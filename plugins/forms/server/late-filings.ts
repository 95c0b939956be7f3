import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentException, DocumentExtension } from '#server/extensions/document-extension.ts'

/** Exception for claims filed later than allowed: per row if rows have overdue days, else for the whole document. */
export const lateFilings: DocumentExtension = {
  concerns: ({ fields }) => 'overdue' in fields && 'overdueExplanation' in fields,

  exceptions: async ({ documents }) => new Map(documents.map(({ id, form, value, shown }) => [id, late(form, value, shown)])),
}

function late(form: Form, value: FormValue, shown: FormValue): readonly DocumentException[] {
  if (value['overdue'] !== true) return []
  const said = shown['overdueExplanation']
  const explanation = typeof said === 'string' ? said : ''
  const rows = lateRows(form, value).map(({ table, days, day, row }): DocumentException => ({
    code: days === 1 ? 'forms.exception.lateOne' : 'forms.exception.late',
    detail: days === 1 ? 'forms.exception.lateOne.detail' : 'forms.exception.late.detail',
    params: { days },
    order: 40,
    field: `${table}.${day}`,
    reads: [`${table}.overdueDays`],
    row,
    explanation,
  }))
  return rows.length > 0 ? rows : [{ code: 'forms.exception.lateAtAll', order: 40, field: 'overdue', explanation }]
}

interface LateRow {
  readonly table: string
  readonly days: number
  /** Column with the date from which days are counted. */
  readonly day: string
  readonly row: NonNullable<DocumentException['row']>
}

function lateRows({ fields }: Form, value: FormValue): readonly LateRow[] {
  const tables = Object.entries(fields).filter(([, { columns }]) => columns && 'overdueDays' in columns)
  return tables.flatMap(([table, { columns = {} }]) => {
    const day = Object.entries(columns).find(([, { as: role }]) => role === 'expenseDate')?.[0] ?? 'overdueDays'
    return rowsAt(value, table).flatMap((row, index) => {
      const days = Number(row['overdueDays'] ?? 0)
      return days > 0 ? [{ table, days, day, row: { id: rowIdOf(row), place: index + 1 } }] : []
    })
  })
}

/**
 * Sets the budget month of an application from the date of its event. Filing again with another date updates the month; a month set by the
 * accountant is kept.
 * @param form key of the business type
 */
export const eventMonth = (form: string, dayOf: (value: FormValue) => unknown): DocumentExtension => ({
  concerns: [form],
  early: true,

  async prepare({ value, filing }) {
    const day = filing ? dayOf(value) : undefined
    return typeof day === 'string' ? { budgetMonth: `${day.slice(0, 7)}-01` } : {}
  },
})
