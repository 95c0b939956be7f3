/** What other modules' server halves may use of this one. */
export { usesOfInvoices } from './live-invoices.ts'
