import type { Fields } from '#kernel/fields.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { memoize } from '#kernel/memoize.ts'
import type { DeclaredFieldRole } from '#kernel/plugin.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Number and code tell an invoice apart. */
    invoiceNumber: true
    invoiceCode: true
    invoiceDate: true
    invoiceKind: true
    invoiceBuyer: true
    invoiceSeller: true
    /** The amount that is claimed of the invoice, tax included. */
    invoiceAmount: true
    invoiceTax: true
    invoiceTaxRate: true
    /** The files that hold the invoice. */
    invoiceFiles: true
    /** The day on which the money was spent; a table with a `travelDate` takes tickets. */
    expenseDate: true
    travelDate: true
    expensePurpose: true
    /** A remark on the row by the person who files: where they explain what is unusual in it. */
    rowRemark: true
  }
}

/** The parts of a row that an invoice proves. */
export const invoiceRoles: readonly DeclaredFieldRole[] = [
  { role: 'invoiceNumber', kinds: ['text'], inRows: true },
  { role: 'invoiceCode', kinds: ['text'], inRows: true },
  { role: 'invoiceDate', kinds: ['date'], inRows: true },
  { role: 'invoiceKind', kinds: ['select'], inRows: true },
  { role: 'invoiceBuyer', kinds: ['select', 'text'], inRows: true },
  { role: 'invoiceSeller', kinds: ['text'], inRows: true },
  { role: 'invoiceAmount', kinds: ['money'], inRows: true },
  { role: 'invoiceTax', kinds: ['money'], inRows: true },
  { role: 'invoiceTaxRate', kinds: ['percent'], inRows: true },
  { role: 'invoiceFiles', kinds: ['attachment'], inRows: true },
  { role: 'expenseDate', kinds: ['date'], inRows: true },
  { role: 'travelDate', kinds: ['date'], inRows: true },
  { role: 'expensePurpose', kinds: ['text'], inRows: true },
  { role: 'rowRemark', kinds: ['text'], inRows: true },
]

/** Tables of a form whose rows are proved by invoices: of which a column holds the number. */
export const invoiceTables: (fields: Fields) => readonly string[] = memoize((fields) =>
  Object.entries(fields).flatMap(([key, { columns }]) => (columns && keyAs(columns, 'invoiceNumber') !== undefined ? [key] : []))
)
