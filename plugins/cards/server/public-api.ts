/** The part of this module that other modules' server halves may use. */
export { saveCards } from './rules.ts'
export { offerCards } from './synchronise.ts'
