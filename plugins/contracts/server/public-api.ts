/** The part of this module that other modules' server halves may use. */
export { saveContracts } from './records/contracts.ts'
