/** What other modules' server halves may use of this one. */
export { currencies } from './currencies.ts'
export { rates } from './rates.ts'
