import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import { codesIn } from '#kernel/values/typed-code.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'

/** A row of a form that has an invoice. */
export interface InvoiceRow {
  readonly table: string
  readonly rowId: string
  /** Place in its table, from 1. */
  readonly place: number
  readonly numbers: readonly string[]
  readonly code: string
  readonly files: readonly string[]
  readonly amount: string
}

/** The rows of a form that have an invoice, in its order. */
export const invoiceRowsOf = ({ form, value }: Pick<FormStore, 'form' | 'value'>): readonly InvoiceRow[] =>
  invoiceTables(form.fields).flatMap((table) => {
    const columns = form.fields[table]?.columns ?? {}
    return rowsAt(value, table).flatMap((row, index) => {
      const numbers = codesIn(row[keyAs(columns, 'invoiceNumber') ?? ''])
      const held = row[keyAs(columns, 'invoiceFiles') ?? '']
      const files = Array.isArray(held) ? held.filter((each): each is string => typeof each === 'string') : []
      const rowId = rowIdOf(row)
      return numbers.length === 0 || rowId === undefined
        ? []
        : [{ table, rowId, place: index + 1, numbers, code: textAs(columns, row, 'invoiceCode'), files,
          amount: textAs(columns, row, 'invoiceAmount') }]
    })
  })

const textAs = (columns: Fields, row: FormValue, role: FieldRole): string => String(row[keyAs(columns, role) ?? ''] ?? '')
