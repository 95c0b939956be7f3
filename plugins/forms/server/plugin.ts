import { defineServer } from '../../../server/plugin.ts'
import { filedTotal } from './applications/filed-total.ts'
import { explanations } from './explanations.ts'
import { generalExtensions } from './general/extensions.ts'
import { liveInvoices } from './live-invoices.ts'
import { migrations } from './migrations.ts'
import { payees } from './payees.ts'
import { repaymentAudit } from './payments/audit.ts'
import { paymentExtensions } from './payments/extensions.ts'
import { offerContractPayments } from './payments/offered-kinds.ts'
import { travelExtensions } from './travel/extensions.ts'

export default defineServer({ id: 'forms', migrations, extensions: [payees, explanations, liveInvoices, filedTotal, ...travelExtensions, ...paymentExtensions, ...generalExtensions], audits: [repaymentAudit], start: offerContractPayments })
