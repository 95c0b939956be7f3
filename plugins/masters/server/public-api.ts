/** What other modules' server halves may use of this one. */
export { readsNumber } from './account-source.ts'
export { banks } from './banks.ts'
export { payeeAccounts, type SavedAccount, savedAccounts } from './payee-accounts.ts'
export { saveMasters } from './save-masters.ts'
export { suppliers } from './suppliers.ts'
