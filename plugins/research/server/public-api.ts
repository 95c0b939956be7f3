/** The part of this module that other modules' server halves may use. */
export { saveRequests } from './save-requests.ts'
export { saveWorkHours } from './save-work-hours.ts'
