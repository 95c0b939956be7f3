/** The part of this module that other modules' server halves may use. */
export { saveCards } from './save-cards.ts'
export { offerCards } from './settings.ts'
