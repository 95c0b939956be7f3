/** What other modules' server halves may use of this one. */
export { saveStarters } from './save-starters.ts'
export { companySeals } from './seals.ts'
