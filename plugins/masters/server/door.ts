/** What other modules' server halves may use of this one. */
export { banks } from './banks.ts'
export { accountOwners, payeeAccounts } from './payee-accounts.ts'
export { saveMasters } from './save-masters.ts'
