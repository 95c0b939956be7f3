/** What other modules' server halves may use of this one. */
export { currencies, type NewCurrency } from './currencies.ts'
export { type Month, type NewRate, rates } from './rates.ts'
