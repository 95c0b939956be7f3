import type { DocumentExtension } from '../../../../server/plugin.ts'
import { advances } from './advances.ts'
import { contractPayments } from './offered-kinds.ts'
import { promisedInvoices } from './promised-invoices.ts'
import { singleComplaints } from './single-complaints.ts'

/** What payments do beyond their declarations. */
export const paymentExtensions: readonly DocumentExtension[] = [advances, contractPayments, promisedInvoices, singleComplaints]
