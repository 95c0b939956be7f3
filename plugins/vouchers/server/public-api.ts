/** What other modules' server halves may use of this one. */
export { type KnownVouchers, knownVouchers } from './kept/known-vouchers.ts'
export { saveInvoiceTitles } from './titles/save-titles.ts'
