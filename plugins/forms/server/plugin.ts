import { defineServer } from '#server/plugin.ts'
import { eventMonths } from './applications/event-month.ts'
import { filedTotal } from './applications/filed-total.ts'
import { chosenApprovers } from './chosen-approvers.ts'
import { explanations } from './explanations.ts'
import { generalExtensions } from './general/extensions.ts'
import { processChoiceRoutes } from './general/process-choices.ts'
import { lateFilings } from './late-filings.ts'
import { liveInvoices } from './live-invoices.ts'
import { migrations } from './migrations.ts'
import { payees } from './payees.ts'
import { repaymentAudit } from './payments/audit.ts'
import { paymentExtensions } from './payments/extensions.ts'
import { offerContractPayments } from './payments/offered-kinds.ts'
import { travelExtensions } from './travel/extensions.ts'

export default defineServer({ id: 'forms', migrations,
  extensions: [payees, explanations, chosenApprovers, liveInvoices, lateFilings, filedTotal, eventMonths, ...travelExtensions,
    ...paymentExtensions, ...generalExtensions], audits: [repaymentAudit], start: offerContractPayments, routes: processChoiceRoutes })
