/** The part of this module that other modules' server halves may use. */
export { currencies } from './currencies.ts'
export { rates } from './rates.ts'
