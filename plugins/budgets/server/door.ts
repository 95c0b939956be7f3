/** What other modules' server halves may use of this one. */
export { budgets } from './budgets.ts'
