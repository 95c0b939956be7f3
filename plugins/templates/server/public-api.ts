/** The part of this module that other modules' server halves may use. */
export { companySeals } from './seals.ts'
