/** The part of this module that other modules' server halves may use. */
export { saveStarters } from './starter/starter.ts'
export { companySeals } from './seals.ts'
