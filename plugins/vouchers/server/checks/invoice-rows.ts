import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { codesIn } from '#kernel/values/typed-code.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'

/** A row of a document that invoices prove. */
export interface InvoiceRow {
  /** Path of the row: `items.2`. */
  readonly path: string
  readonly columns: Fields
  readonly row: FormValue
  readonly files: readonly string[]
  readonly numbers: readonly string[]
}

/** The rows of a document that invoices prove, in its order. */
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

/** The value of the column in a role. */
export function heldAs({ columns, row }: Pick<InvoiceRow, 'columns' | 'row'>, role: FieldRole): unknown {
  const column = keyAs(columns, role)
  return column === undefined ? undefined : row[column]
}

/** Path of the column in a role, of the row itself where it has none. */
export function pathAs({ path, columns }: Pick<InvoiceRow, 'path' | 'columns'>, role: FieldRole): string {
  const column = keyAs(columns, role)
  return column === undefined ? path : `${path}.${column}`
}

/** Ids as the product makes them; a field that holds anything else is refused by the form. */
const idsIn = (
  held: unknown,
): readonly string[] => (Array.isArray(held)
  ? held.filter((each): each is string => typeof each === 'string' && /^[\w-]{1,64}$/.test(each))
  : [])
