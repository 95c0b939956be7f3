import type { RecordTable } from '#server/resources/columns.ts'

interface VpnAccountTable extends RecordTable {
  account_name: string
  user_type: string
  person_id: string | null
  external_name: string | null
  external_company: string | null
  sponsor_id: string | null
  department_id: string
  resources: string | null
  /** yyyy-MM-dd, both inclusive. */
  valid_from: string
  valid_to: string
  state: 'active' | 'expired' | 'closed'
  business_no: string | null
  /** The document that changed it last. */
  business_key: string
  /** The document that opened it. */
  opening_key: string
}

interface NvrLicenceTable extends RecordTable {
  licence_no: string
  person_id: string
  account: string
  scopes: string[]
  customer: string | null
  department_id: string
  /** yyyy-MM-dd, both inclusive. */
  valid_from: string
  valid_to: string
  state: 'active' | 'expired' | 'revoked'
  business_no: string | null
  /** The document that granted it. */
  business_key: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    nvr_licence: NvrLicenceTable
    vpn_account: VpnAccountTable
  }
}
