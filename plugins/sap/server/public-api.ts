/** What other modules' server halves may use of this one. */
export { offerSap, withdrawSap } from './settings.ts'
export { posted } from './payments/posting.ts'
