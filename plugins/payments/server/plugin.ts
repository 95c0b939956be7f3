import { defineServer } from '#server/plugin.ts'
import { repaymentAudit } from './payment-entries.ts'
import { paymentExtensions, offerContractPayments } from './extensions.ts'
import { samples } from './samples.ts'

export default defineServer({ id: 'payments', contributes: [samples], extensions: paymentExtensions, audits: [repaymentAudit],
  start: offerContractPayments })
