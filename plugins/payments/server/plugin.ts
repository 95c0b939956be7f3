import { defineServer } from '#server/plugin.ts'
import { repaymentAudit } from './payment-entries.ts'
import { paymentExtensions, offerContractPayments } from './extensions.ts'

export default defineServer({ id: 'payments', extensions: paymentExtensions, audits: [repaymentAudit], start: offerContractPayments })
