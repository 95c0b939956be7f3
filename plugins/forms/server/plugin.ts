import { defineServer } from '#server/plugin.ts'
import { chosenApprovers } from './chosen-approvers.ts'
import { explanations } from './explanations.ts'
import { lateFilings } from './late-filings.ts'
import { liveInvoices } from './live-invoices.ts'
import { migrations } from './migrations.ts'
import { payees } from './payees.ts'

export default defineServer({ id: 'forms', migrations, extensions: [payees, explanations, chosenApprovers, liveInvoices, lateFilings] })
