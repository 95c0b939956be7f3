/** What other modules' server halves may use of this one. */
export { saveInvoiceTitles } from './titles/save-titles.ts'
