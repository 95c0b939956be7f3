import type { ColumnType, Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

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

interface PartnerTable extends RecordTable {
  code: string
  name_cn: string
  name_en: string
  enable: Generated<boolean>
}

interface SupplierTable extends PartnerTable {
  abbreviation: string
  credit_code: string | null
  category: string | null
  level: string | null
}

interface SalesGroupTable extends PartnerTable {
  manager_user_id: string | null
}

interface CustomerTable extends PartnerTable {
  sales_group_id: string | null
  region: string | null
  level: string | null
  owner: string | null
}

interface MaterialTable extends PartnerTable {
  unit: string
  /** Four digits. */
  factory: string
  storage_location: string | null
  batch_managed: Generated<boolean>
  /** RMB per unit. */
  price: string | null
  is_set: Generated<boolean>
  /** Sold to customers; false for sets. */
  saleable: Generated<boolean>
  set_count: number | null
  components: ColumnType<readonly { readonly rowId: string; readonly material: string; readonly quantity: string }[], string | undefined,
    string>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    bank: BankTable
    payee_account: PayeeAccountTable
    supplier: SupplierTable
    sales_group: SalesGroupTable
    customer: CustomerTable
    material: MaterialTable
  }
}
