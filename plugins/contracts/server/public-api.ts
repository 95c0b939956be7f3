/** What other modules' server halves may use of this one. */
export { saveContracts } from './records/save-contracts.ts'
export { contractEntries, countedContracts } from './counted-rows.ts'
