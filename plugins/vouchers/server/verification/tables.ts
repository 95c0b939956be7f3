import type { Generated } from 'kysely'
import type { VerificationOutcome } from './client.ts'

interface VoucherVerificationTable {
  id: Generated<string>
  number: string
  /** Empty where the invoice has none. */
  code: string
  /** The question to the service, as JSON. */
  asked: string
  outcome: VerificationOutcome
  message: string
  at: Date
  /** The person who asked. */
  person: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    voucher_verification: VoucherVerificationTable
  }
}
