import type { Fields } from '#kernel/fields.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { memoize } from '#kernel/memoize.ts'
import type { DeclaredFieldRole } from '#kernel/plugin.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Number and code identify an invoice. */
    invoiceNumber: true
    invoiceCode: true
    invoiceDate: true
    invoiceKind: true
    invoiceBuyer: true
    invoiceSeller: true
    /** Gross amount claimed of the invoice. */
    invoiceAmount: true
    invoiceTax: true
    invoiceTaxRate: true
    /** Files with the invoice. */
    invoiceFiles: true
    /** Date of the expense; a table with a `travelDate` takes tickets instead. */
    expenseDate: true
    travelDate: true
    expensePurpose: true
    /** The applicant's remark, for explanations of exceptions. */
    rowRemark: true
  }
}

/** Field roles of rows with an invoice. */
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

/** Tables of a form with invoices: those with a column for the invoice number. */
export const invoiceTables: (fields: Fields) => readonly string[] = memoize((fields) =>
  Object.entries(fields).flatMap(([key, { columns }]) => (columns && keyAs(columns, 'invoiceNumber') !== undefined ? [key] : []))
)
