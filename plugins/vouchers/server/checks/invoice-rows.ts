import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { codesIn } from '#kernel/values/typed-code.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'

/** Row of a document with invoices as evidence. */
export interface InvoiceRow {
  /** Path of the row: `items.2`. */
  readonly path: string
  readonly columns: Fields
  readonly row: FormValue
  readonly files: readonly string[]
  readonly numbers: readonly string[]
}

/** Rows of a document that have invoices as evidence, in order. */
export const invoiceRows = ({ fields }: Pick<Form, 'fields'>, value: FormValue): readonly InvoiceRow[] =>
  invoiceTables(fields).flatMap((table) => {
    const columns = fields[table]?.columns ?? {}
    return rowsAt(value, table).map((row, index) => ({
      path: `${table}.${index}`,
      columns,
      row,
      files: idsIn(heldAs({ columns, row }, 'invoiceFiles')),
      numbers: codesIn(heldAs({ columns, row }, 'invoiceNumber')),
    }))
  })

/** Value of the column with a role. */
export function heldAs({ columns, row }: Pick<InvoiceRow, 'columns' | 'row'>, role: FieldRole): unknown {
  const column = keyAs(columns, role)
  return column === undefined ? undefined : row[column]
}

/** Path of the column with a role; of the row where it has none. */
export function pathAs({ path, columns }: Pick<InvoiceRow, 'path' | 'columns'>, role: FieldRole): string {
  const column = keyAs(columns, role)
  return column === undefined ? path : `${path}.${column}`
}

/** Well-formed attachment ids; the form itself refuses other values. */
const idsIn = (
  held: unknown,
): readonly string[] => (Array.isArray(held)
  ? held.filter((each): each is string => typeof each === 'string' && /^[\w-]{1,64}$/.test(each))
  : [])
