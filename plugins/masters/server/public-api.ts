/** The part of this module that other modules' server halves may use. */
export { readsNumber } from './account-source.ts'
export { banks } from './banks.ts'
export { payeeAccounts, type SavedAccount, savedAccounts } from './payee-accounts.ts'
export { saveMasters } from './save-masters.ts'
export { suppliers } from './suppliers.ts'
export { takeOverMaterials } from './take-over.ts'
