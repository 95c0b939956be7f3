/** The part of this module that other modules' server halves may use. */
export { readsNumber } from './bank-accounts.ts'
export { payeeAccounts, type SavedAccount, savedAccounts } from './bank-accounts.ts'
export { suppliers } from './rules.ts'
export { takeOverMaterials } from './take-over.ts'
