/** What other modules' server halves may use of this one. */
export { banks, type NewBank } from './banks.ts'
export { type NewPayeeAccount, payeeAccounts } from './payee-accounts.ts'
