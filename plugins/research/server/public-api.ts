/** What other modules' server halves may use of this one. */
export { saveRequests } from './save-requests.ts'
export { saveWorkHours } from './save-work-hours.ts'
export { countedHours, countedProposals, countedSoftware, countedTimeouts, hourEntries, softwareEntries, targetEntries } from './counted-rows.ts'
