import type { Generated } from 'kysely'
import type { RecordTable } from '#server/resources/columns.ts'

interface ContractTable extends RecordTable {
  contract_no: string
  contract_name: string
  contract_class: string
  contract_type: string
  is_supplementary: Generated<boolean>
  main_contract: string | null
  subject_type: string
  currency_type: string
  amount: string
  amount_rmb: string | null
  /** In the contract's currency, the sum of its entries. */
  paid_amount: Generated<string>
  held_amount: Generated<string>
  /** Null for a framework contract. */
  unpaid_amount: Generated<string | null>
  sign_company: string
  counterparty: string
  supplier: string | null
  customer: string | null
  prepay_percent: number | null
  receipt_percent: number | null
  acceptance_percent: number | null
  warranty_percent: number | null
  prepayment_write_off_date: string | null
  sign_date: string
  effective_date: string | null
  expiry_date: string
  /** 0 not started, 1 in execution, 2 completed, 3 terminated, 4 expired */
  exec_state: Generated<string>
  owner_person: string
  department_id: string
  storage_location: string | null
  storage_no: string | null
  attachments: Generated<string[]>
  remark: string | null
  /** Ids of its owner and initiator, who see it regardless of their scope. */
  people: Generated<string[]>
  revision: Generated<number>
  business_key: string | null
  business_no: string | null
  sap_agreement_no: Generated<string | null>
}

/** Amount of a term that a payment holds or has paid, in the contract's currency; negative for a release. */
interface ContractEntryTable {
  id: Generated<string>
  contract_id: string
  stage: string
  kind: 'held' | 'paid'
  amount: string
  amount_rmb: string
  document_id: string
  round: number
  operator: string
  happen_time: Date
}

/** Versions of a contract, one for each completed document. */
interface ContractVersionTable {
  id: Generated<string>
  contract_id: string
  revision: number
  document_id: string
  snapshot: unknown
  created_by: string
  created_at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    contract_ledger: ContractTable
    contract_entry: ContractEntryTable
    contract_version: ContractVersionTable
  }
}
