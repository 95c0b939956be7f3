import type { Generated } from 'kysely'
import type { RecordTable } from '../../../server/resources/record-columns.ts'

interface BankTable extends RecordTable {
  name: string
  branch: string
  branch_no: string | null
  swift: string | null
  city: string | null
}

export interface PayeeAccountTable extends RecordTable {
  owner_type: 'user' | 'supplier'
  owner_id: string
  account_name: string
  account_no: string
  bank: string
  branch_no: string | null
  swift: string | null
  address: string | null
  is_payroll: Generated<boolean>
  /** 1 corporate, 2 personal */
  proceeds_account_type: '1' | '2'
  currency_type: string
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    bank: BankTable
    payee_account: PayeeAccountTable
  }
}
