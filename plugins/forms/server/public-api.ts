/** The part of this module that other modules' server halves may use. */
export { usesOfInvoices } from './live-invoices.ts'
