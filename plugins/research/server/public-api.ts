/** The part of this module that other modules' server halves may use. */
export { saveRequests } from './directed-software.ts'
export { saveWorkHours } from './work-hours.ts'
