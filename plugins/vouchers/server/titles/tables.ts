import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/record-columns.ts'

interface InvoiceTitleTable extends RecordTable {
  /** Value of the dictionary of companies. */
  company: string
  title: string
  tax_no: string
  address: string | null
  phone: string | null
  bank_name: string | null
  bank_account: string | null
  enable: Generated<boolean>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    invoice_title: InvoiceTitleTable
  }
}

export type { InvoiceTitleTable }
