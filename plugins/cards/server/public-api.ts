/** What other modules' server halves may use of this one. */
export { saveCards } from './save-cards.ts'
export { offerCards, withdrawCards } from './settings.ts'
