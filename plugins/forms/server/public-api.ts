/** The part of this module that other modules' server halves may use. */
export { eventMonth } from './event-month.ts'
export { usesOfInvoices } from './live-invoices.ts'
