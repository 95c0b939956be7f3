import type { Generated } from 'kysely'
import type { VerificationOutcome } from './client.ts'

interface VoucherVerificationTable {
  id: Generated<string>
  number: string
  /** Empty for an invoice without a code. */
  code: string
  /** Request to the service, as JSON. */
  asked: string
  outcome: VerificationOutcome
  message: string
  at: Date
  /** Id of the user who requested it. */
  person: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    voucher_verification: VoucherVerificationTable
  }
}
