import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { advances } from './advances.ts'
import { contractPayments } from './offered-kinds.ts'
import { linkedSuppliers } from './linked-suppliers.ts'
import { partPayments } from './part-payments.ts'
import { payingUnits } from './paying-unit.ts'
import { promisedInvoices } from './promised-invoices.ts'
import { repayments } from './repayments.ts'
import { singleComplaints } from './single-complaints.ts'
import { singleWriteOffs } from './single-write-offs.ts'

/** The extensions of payments beyond their declarations. */
export const paymentExtensions: readonly DocumentExtension[] = [advances, singleWriteOffs, linkedSuppliers, payingUnits, partPayments,
  repayments, contractPayments, promisedInvoices, singleComplaints]
