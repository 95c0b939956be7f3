/** The part of this module that other modules' server halves may use. */
export { eventMonth } from './late-filings.ts'
export { usesOfInvoices } from './live-invoices.ts'
