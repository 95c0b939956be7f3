/** What other modules' server halves may use of this one. */
export { move as moveBudget } from './adjust.ts'
export { budgets } from './budgets.ts'
export { changes as budgetChanges } from './changes.ts'
export { ledger as budgetLedger } from './ledger.ts'
export { explain as explainVariance, quarterLines, varianceDue } from './variance.ts'
